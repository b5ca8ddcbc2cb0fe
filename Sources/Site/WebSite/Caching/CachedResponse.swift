import HTTPTypes
import Synchronization
import WebServer

/// A cached response in each of its variants: identity, gzip, or 304. Each
/// variant is created on first use.
final class CachedResponse: Sendable {
  /// The variant of a response that a request gets.
  struct Variant: Hashable, Sendable {
    var gzip: Bool
    /// True if the client already has the current version.
    var isNotModified: Bool

    fileprivate var number: Int { (gzip ? 1 : 0) + (isNotModified ? 2 : 0) }
  }

  private struct Variants {
    var compressed: SharedBuffer?
    /// The prepared responses, by the number of the variant.
    var prepared = [PreparedResponse?](repeating: nil, count: 4)
    var onGrow: Growth?
  }

  private typealias Growth = @Sendable (Int) -> Void

  private let status: HTTPResponse.Status
  private let fields: HTTPFields
  private let version: String?
  private let body: SharedBuffer
  private let isStatic: Bool
  private let variants = Mutex(Variants())

  /// - Parameters:
  ///   - status: the status of the response.
  ///   - fields: the header fields of all variants.
  ///   - version: the validator of the body; `nil` for a response that clients
  ///     may not store.
  ///   - body: the uncompressed body.
  ///   - isStatic: true for content that rarely changes; it is compressed better.
  init(
    status: HTTPResponse.Status, fields: HTTPFields, version: String?, body: SharedBuffer,
    isStatic: Bool = false
  ) {
    self.status = status
    self.fields = fields
    self.version = version
    self.body = body
    self.isStatic = isStatic
  }

  /// The size of the bodies in bytes, with the compressed body if it exists.
  var size: Int { body.count + variants.withLock { $0.compressed?.count ?? 0 } }

  /// Sets a function that is called with the additional bytes when a variant is
  /// created.
  func onGrow(_ action: @escaping @Sendable (Int) -> Void) {
    variants.withLock { $0.onGrow = action }
  }

  /// Returns the variant for a request with these header fields.
  func variant(acceptEncoding: String?, ifNoneMatch: String?) -> Variant {
    let gzip = acceptEncoding.map(AcceptEncoding.allowsGzip) ?? false
    guard let ifNoneMatch, let tag = tag(gzip: gzip) else {
      return Variant(gzip: gzip, isNotModified: false)
    }
    return Variant(gzip: gzip, isNotModified: EntityTag.matches(ifNoneMatch, tag))
  }

  /// Returns a variant of the response.
  func response(to variant: Variant) -> Response {
    let compressed = variant.gzip ? compressed() : nil
    var fields = fields
    fields[.vary] = ["Accept-Encoding", fields[.vary]].compactMap { $0 }.joined(separator: ", ")
    fields[.eTag] = tag(gzip: compressed != nil)
    if variant.isNotModified {
      fields[.contentType] = nil
      // The body is not sent, but `Content-Length` must be that of the 200
      // response (RFC 9110 §8.6).
      return Response(status: .notModified, headerFields: fields, body: .buffer(compressed ?? body))
    }
    if compressed != nil { fields[.contentEncoding] = "gzip" }
    return Response(status: status, headerFields: fields, body: .buffer(compressed ?? body))
  }

  /// Returns the variant of the response for a request.
  func response(to request: Request) -> Response {
    let fields = request.head.headerFields
    return response(
      to: variant(acceptEncoding: fields[.acceptEncoding], ifNoneMatch: fields[.ifNoneMatch]))
  }

  /// Returns a variant, serialised once for many requests; `nil` if it cannot
  /// be prepared.
  ///
  /// - Parameter commonFields: the header fields of all responses of the
  ///   server.
  func prepared(for variant: Variant, commonFields: HTTPFields) -> PreparedResponse? {
    if let known = variants.withLock({ $0.prepared[variant.number] }) { return known }
    let new = PreparedResponse(response(to: variant), commonFields: commonFields)
    variants.withLock { $0.prepared[variant.number] = new }
    return new
  }

  private func tag(gzip: Bool) -> String? {
    version.map { "\"\($0)\(gzip ? "-gzip" : "")\"" }
  }

  private func compressed() -> SharedBuffer? {
    let (compressed, growth) = variants.withLock { variants -> (SharedBuffer?, Growth?) in
      if let compressed = variants.compressed { return (compressed, nil) }
      variants.compressed = body.gzipped(isStatic: isStatic)
      return (variants.compressed, variants.onGrow)
    }
    if let compressed { growth?(compressed.count) }
    return compressed
  }
}
