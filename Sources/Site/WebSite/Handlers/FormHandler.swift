import HTTPTypes
import ImmutableUI
import Markup
import WebServer

/// Decodes posted forms, and passes them to the guides.
struct FormHandler: Sendable {
  let pages: PageHandler
  /// The maximum number of fields in a form.
  let fieldLimit: Int
  /// The paths to which forms with files can be posted.
  let uploads: Set<String>
  /// The files of visitors who may change data.
  private let files = KeptFiles(bytes: SiteLimits().keptFiles.files)
  /// The files of visitors who have to sign in first.
  private let pendingFiles = KeptFiles(bytes: SiteLimits().keptFiles.pendingFiles)

  /// The maximum size of a form that is kept while its visitor signs in, in bytes.
  static let maxPending = 16_384

  /// Performs the event of a form.
  ///
  /// - Parameter guide: the name of the guide.
  func perform<Pages: Root>(
    _ event: Pages.Route.Event, from location: Pages.Location, in pages: ShownPages<Pages>,
    of guide: String, for context: RequestContext
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

  /// Decodes the form that a request contains. Its file is kept; a form without one gets the
  /// file that it names.
  func form(of context: RequestContext) throws(SiteError) -> NamedValues {
    let boundary = boundary(of: context.request.head)
    guard boundary != nil || isForm(context.request.head) else { throw .notAForm }
    let values: NamedValues
    do throws(NamedValues.ParseError) {
      values =
        if let boundary {
          try NamedValues(
            parsingMultipart: context.request.body, boundary: boundary, limit: fieldLimit)
        } else {
          try NamedValues(parsing: context.request.body, limit: fieldLimit)
        }
    } catch {
      throw .unreadable(error)
    }
    guard isUpload(context.request.head) else { return values }
    if let file = values.values(of: KeptFiles.fileName).first, !file.isEmpty {
      let client = context.viewer.visitor?.name ?? context.client.network.description
      (context.audience.mayWrite ? files : pendingFiles).keep(file, of: client)
    } else if let digest = values.values(of: KeptFiles.digestName).first,
      let file = files.text(with: digest) ?? pendingFiles.text(with: digest)
    {
      return values.replacing(KeptFiles.fileName, with: file)
    }
    return values
  }

  /// Returns a form to send again after signing in, encoded in few bytes: a file is kept, and
  /// named. Returns `nil` for a form that is too long.
  func pendingContent(of context: RequestContext) -> String? {
    let body = context.request.body
    guard context.field("Content-Length").flatMap({ Int($0) }) ?? body.count == body.count else {
      return nil
    }
    var content = String(decoding: body, as: UTF8.self)
    if !isForm(context.request.head) {
      guard let values = try? form(of: context) else { return nil }
      var pairs = values.pairs.filter { $0.name != KeptFiles.fileName }
      if let file = values.values(of: KeptFiles.fileName).first, !file.isEmpty {
        pairs.append((KeptFiles.digestName, digest(of: file)))
      }
      content = String(Href(path: [], query: pairs).text.dropFirst(2))
    }
    return content.utf8.count > Self.maxPending ? nil : content
  }

  private func isUpload(_ request: HTTPRequest) -> Bool {
    uploads.contains(String((request.path ?? "").prefix { $0 != "?" }))
  }

  /// Returns the boundary of the parts of a form with files (RFC 7578); `nil` for another
  /// content, and where no files are expected.
  private func boundary(of request: HTTPRequest) -> String? {
    guard isUpload(request), let type = request.headerFields[.contentType] else { return nil }
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
