import HTTPTypes
import ImmutableUI
import WebServer

/// Decodes posted forms, and passes them to the guides.
struct FormHandler: Sendable {
  let pages: PageHandler
  /// The maximum number of fields in a form.
  let fieldLimit: Int
  /// The paths to which forms with files can be posted.
  let uploads: Set<String>

  /// Performs the event of a form.
  ///
  /// - Parameter guide: the name of the guide.
  func perform<Pages: Root>(
    _ event: Pages.Route.Event, from location: Pages.Location, in pages: ShownPages<Pages>,
    of guide: String,
    for context: RequestContext
  ) throws(SiteError) -> Reply {
    let form = try form(of: context)
    let wait = self.pages.positions.wait(for: nil, of: guide, within: .zero)
    return self.pages.errors.later(context) { [handler = self.pages] in
      try await wait?()
      let pageResponse = try await Visitor.$current.withValue(context.viewer.visitor) {
        try await pages.response(to: event, from: location, form: form)
      }
      return try handler.response(with: pageResponse, of: guide, to: context)
    }
  }

  /// Decodes the form that a request contains.
  func form(of context: RequestContext) throws(SiteError) -> NamedValues {
    let boundary = boundary(of: context.request.head)
    guard boundary != nil || isForm(context.request.head) else { throw .notAForm }
    do throws(NamedValues.ParseError) {
      guard let boundary else {
        return try NamedValues(parsing: context.request.body, limit: fieldLimit)
      }
      return try NamedValues(
        parsingMultipart: context.request.body, boundary: boundary, limit: fieldLimit)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Returns the boundary of the parts of a form with files (RFC 7578); `nil` for another
  /// content, and where no files are expected.
  private func boundary(of request: HTTPRequest) -> String? {
    guard uploads.contains(String((request.path ?? "").prefix { $0 != "?" })),
      let type = request.headerFields[.contentType]
    else { return nil }
    let parts = type.split(separator: ";").map { $0.trimmingPrefix { $0 == " " || $0 == "\t" } }
    guard parts.first?.lowercased() == "multipart/form-data" else { return nil }
    let name = "boundary="
    guard let part = parts.first(where: { $0.lowercased().hasPrefix(name) }) else { return nil }
    let boundary = part.dropFirst(name.count).filter { $0 != "\"" }
    return (1...70).contains(boundary.utf8.count) ? boundary : nil
  }

  /// Returns true if the content is a form in UTF-8, in any case of letters and
  /// with any other parameters.
  func isForm(_ request: HTTPRequest) -> Bool {
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
