import HTTPTypes
import Synchronization
import WebServer

/// A response that is kept, in all forms in which it is sent: whole or
/// compressed, or as the word that nothing has changed. Each is made when it
/// is first wanted.
final class CachedResponse: Sendable {
  /// What a request says of the forms it can use.
  struct ResponseVariant: Hashable, Sendable {
    var gzip: Bool
    /// Whether the client has this very response already.
    var isKnown: Bool

    fileprivate var number: Int { (gzip ? 1 : 0) + (isKnown ? 2 : 0) }
  }

  private struct Forms {
    var compressed: SharedBuffer?
    /// By the variant, as a number.
    var prepared = [PreparedResponse?](repeating: nil, count: 4)
    var onGrow: Growth?
  }

  private typealias Growth = @Sendable (Int) -> Void

  private let status: HTTPResponse.Status
  private let fields: HTTPFields
  private let version: String?
  private let body: SharedBuffer
  private let forms = Mutex(Forms())

  /// - Parameters:
  ///   - status: how the request went.
  ///   - fields: what is said of the body, in all forms.
  ///   - version: tells this body from others at the same address; `nil` for
  ///     what nobody is to keep.
  ///   - body: what is sent.
  init(status: HTTPResponse.Status, fields: HTTPFields, version: String?, body: SharedBuffer) {
    self.status = status
    self.fields = fields
    self.version = version
    self.body = body
  }

  /// How many bytes it takes, as far as its forms are made.
  var size: Int { body.count + forms.withLock { $0.compressed?.count ?? 0 } }

  /// Hears how many bytes it takes more when a form is made.
  func onGrow(_ hear: @escaping @Sendable (Int) -> Void) {
    forms.withLock { $0.onGrow = hear }
  }

  /// What a request may be sent, by two of its fields.
  func variant(acceptEncoding: String?, ifNoneMatch: String?) -> ResponseVariant {
    let gzip = acceptEncoding.map(AcceptEncoding.allowsGzip) ?? false
    guard let ifNoneMatch, let tag = tag(gzip: gzip) else {
      return ResponseVariant(gzip: gzip, isKnown: false)
    }
    return ResponseVariant(gzip: gzip, isKnown: EntityTag.matches(ifNoneMatch, tag))
  }

  /// The response to a variant.
  func response(to variant: ResponseVariant) -> Response {
    let compressed = variant.gzip ? compressed() : nil
    var fields = fields
    fields[.vary] = ["Accept-Encoding", fields[.vary]].compactMap { $0 }.joined(separator: ", ")
    fields[.eTag] = tag(gzip: compressed != nil)
    if variant.isKnown {
      fields[.contentType] = nil
      // Its body is not sent, but its length is said, which has to be that of
      // the page (RFC 9110 §8.6).
      return Response(status: .notModified, headerFields: fields, body: .buffer(compressed ?? body))
    }
    if compressed != nil { fields[.contentEncoding] = "gzip" }
    return Response(status: status, headerFields: fields, body: .buffer(compressed ?? body))
  }

  /// The response in the form that a request can use.
  func response(to request: Request) -> Response {
    let fields = request.head.headerFields
    return response(
      to: variant(acceptEncoding: fields[.acceptEncoding], ifNoneMatch: fields[.ifNoneMatch]))
  }

  /// The same, ready to be sent many times; `nil` where it cannot be made.
  ///
  /// - Parameter commonFields: what every response of the server has.
  func prepared(for variant: ResponseVariant, commonFields: HTTPFields) -> PreparedResponse? {
    if let known = forms.withLock({ $0.prepared[variant.number] }) { return known }
    let new = PreparedResponse(response(to: variant), commonFields: commonFields)
    forms.withLock { $0.prepared[variant.number] = new }
    return new
  }

  private func tag(gzip: Bool) -> String? {
    version.map { "\"\($0)\(gzip ? "-gzip" : "")\"" }
  }

  private func compressed() -> SharedBuffer? {
    let (compressed, growth) = forms.withLock { forms -> (SharedBuffer?, Growth?) in
      if let compressed = forms.compressed { return (compressed, nil) }
      forms.compressed = body.gzipped()
      return (forms.compressed, forms.onGrow)
    }
    if let compressed { growth?(compressed.count) }
    return compressed
  }
}
