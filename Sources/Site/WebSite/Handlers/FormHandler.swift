import HTTPTypes
import ImmutableUI
import WebServer

/// Decodes posted forms, and passes them to the guides.
struct FormHandler: Sendable {
  let pages: PageHandler
  /// The maximum number of fields in a form.
  let fieldLimit: Int

  /// Performs the event of a form.
  ///
  /// - Parameter guide: the name of the guide.
  func perform<Pages: Root>(
    _ event: Pages.Route.Event, from location: Pages.Location, in pages: ShownPages<Pages>,
    of guide: String,
    for context: RequestContext
  ) throws(SiteError) -> Reply {
    let form = try form(of: context)
    return self.pages.errors.later(context) { [handler = self.pages] in
      let pageResponse = try await Visitor.$current.withValue(context.viewer.visitor) {
        try await pages.response(to: event, from: location, form: form)
      }
      return try handler.response(with: pageResponse, of: guide, to: context)
    }
  }

  /// Decodes the form that a request contains.
  func form(of context: RequestContext) throws(SiteError) -> NamedValues {
    guard isForm(context.request.head) else { throw .notAForm }
    do throws(NamedValues.ParseError) {
      return try NamedValues(parsing: context.request.body, limit: fieldLimit)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Returns true if the content is a form in UTF-8, in any case of letters and
  /// with any other parameters.
  private func isForm(_ request: HTTPRequest) -> Bool {
    let type = (request.headerFields[.contentType] ?? "").utf8
      .filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      .map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
      .split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    guard type.first?.elementsEqual("application/x-www-form-urlencoded".utf8) == true else {
      return false
    }
    return type.dropFirst().allSatisfy { parameter in
      !parameter.starts(with: "charset=".utf8) || parameter.elementsEqual("charset=utf-8".utf8)
        || parameter.elementsEqual("charset=\"utf-8\"".utf8)
    }
  }
}
