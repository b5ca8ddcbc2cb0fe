import HTTPTypes
import Synchronization

/// A state machine that validates and assembles a request from the parser's
/// events: the head, then the parts of the body.
///
/// It decides which requests are refused, and does no I/O. Requests with
/// ambiguous framing are refused, because a proxy and the server could
/// interpret it differently (RFC 9112 §6.3).
struct RequestAssembler {
  /// A header field as received.
  struct Field {
    var name: String
    var value: [UInt8]
  }

  /// The result of an event.
  enum Step {
    case proceed
    case refuse(Refusal)
  }

  let limits: Limits
  private(set) var head: HTTPRequest?
  /// The maximum size of the body in bytes, which depends on the path.
  private(set) var bodyLimit: Int
  /// The body; `nil` until its first part.
  private var buffer: BodyBuffer?
  /// True if a request without a body has `Expect: 100-continue`.
  private(set) var hasRedundantExpectation = false

  init(limits: Limits) {
    self.limits = limits
    bodyLimit = limits.bodyBytes
  }

  /// True if the body may be larger than that of a form without files.
  var mayBeUpload: Bool {
    guard let fields = head?.headerFields, bodyLimit > limits.bodyBytes else { return false }
    return fields[.transferEncoding] != nil
      || fields[.contentLength].flatMap { Int($0) } ?? 0 > limits.bodyBytes
  }

  /// The parts of the body so far.
  var body: [UInt8] { buffer?.bytes.withLock { $0 } ?? [] }

  /// The size of the body so far.
  var bodySize: Int { buffer?.bytes.withLock(\.count) ?? 0 }

  /// A body that is extended in place, however often the state is copied.
  private final class BodyBuffer: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  /// Processes the request line and the header fields.
  mutating func receiveHead(
    method: String, target: String, version: String, fields: [Field]
  ) -> Step {
    do {
      head = try makeHead(method: method, target: target, version: version, fields: fields)
      return .proceed
    } catch {
      return .refuse(error)
    }
  }

  /// Appends a part of the body.
  mutating func receiveBody(_ part: UnsafeRawBufferPointer) -> Step {
    let buffer = buffer ?? BodyBuffer()
    self.buffer = buffer
    let isWithinLimit = buffer.bytes.withLock { body in
      guard part.count <= bodyLimit - body.count else {
        body = []
        return false
      }
      body += part
      return true
    }
    return isWithinLimit ? .proceed : .refuse(tooLarge)
  }

  private mutating func makeHead(
    method: String, target: String, version: String, fields: [Field]
  ) throws(Refusal) -> HTTPRequest {
    guard let method = HTTPRequest.Method(method) else {
      throw Refusal(.badRequest, "The method is invalid.")
    }
    guard target.utf8.count <= limits.targetBytes else {
      throw Self.targetTooLong(limits)
    }
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Refusal(.badRequest, "The address contains characters that must be percent-encoded.")
    }
    let (authority, path) = try splitTarget(target)
    if !limits.uploads.isEmpty, let limit = limits.uploads[String(path.prefix { $0 != "?" })] {
      bodyLimit = limit
    }
    let (headerFields, framing) = try makeHeaderFields(fields)
    let hosts = headerFields.filter { $0.name.canonicalName == "host" }
    guard hosts.count <= 1 else {
      throw Refusal(.badRequest, "The request has more than one Host header.")
    }
    guard hosts.count == 1 || version == "HTTP/1.0" else {
      throw Refusal(.badRequest, "The request has no Host header.")
    }
    try checkFraming(framing, version: version)
    try checkExpectation(framing, version: version)
    return HTTPRequest(
      method: method, scheme: nil, authority: authority ?? hosts.first?.value, path: path,
      headerFields: headerFields
    )
  }

  /// Splits a target into authority and path with query. The authority of the
  /// absolute form overrides `Host` (RFC 9112 §3.2.2).
  private func splitTarget(
    _ target: String
  ) throws(Refusal) -> (authority: String?, path: String) {
    if target.hasPrefix("/") { return (nil, target) }
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      let rest = target.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      guard end > rest.startIndex, !rest[..<end].contains("@") else {
        throw Refusal(.badRequest, "The host in the address is invalid.")
      }
      return (String(rest[..<end]), (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...])
    }
    throw Refusal(.badRequest, "The address does not start with a slash.")
  }

  /// The values of the fields that libmicrohttpd interprets too. It does not
  /// trim trailing whitespace before it compares them, so these are raw bytes.
  private struct FramingFields {
    var lengths: [[UInt8]] = []
    var encodings: [[UInt8]] = []
    var expectations: [[UInt8]] = []
  }

  private func makeHeaderFields(
    _ fields: [Field]
  ) throws(Refusal) -> (HTTPFields, FramingFields) {
    var result = HTTPFields()
    var framing = FramingFields()
    for field in fields {
      guard let name = HTTPField.Name(field.name) else {
        throw Refusal(.badRequest, "The name of a header is invalid.")
      }
      guard field.value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw Refusal(.badRequest, "The \(name) header contains a control character.")
      }
      switch name {
      case .contentLength: framing.lengths.append(field.value)
      case .transferEncoding: framing.encodings.append(field.value)
      case .expect: framing.expectations.append(field.value)
      default: break
      }
      result.append(HTTPField(name: name, value: String(decoding: field.value, as: UTF8.self)))
    }
    return (result, framing)
  }

  private func checkFraming(_ fields: FramingFields, version: String) throws(Refusal) {
    let lengths = fields.lengths
    guard lengths.count <= 1 else {
      throw Refusal(.badRequest, "The request has more than one Content-Length header.")
    }
    let encodings = fields.encodings
    if !encodings.isEmpty {
      guard lengths.isEmpty else {
        throw Refusal(
          .badRequest, "The request has both a Content-Length and a Transfer-Encoding header.")
      }
      guard version == "HTTP/1.1" else {
        throw Refusal(.badRequest, "Transfer-Encoding requires HTTP/1.1.")
      }
      guard encodings.count == 1, equalsIgnoringCase(encodings[0], "chunked") else {
        throw Refusal(.notImplemented, "The only supported Transfer-Encoding is chunked.")
      }
    }
    if let length = lengths.first {
      guard !length.isEmpty, length.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Refusal(.badRequest, "The Content-Length is not a number.")
      }
      guard let length = Int(String(decoding: length, as: UTF8.self)), length <= bodyLimit
      else { throw tooLarge }
    }
  }

  /// Refuses all expectations except `100-continue`, which libmicrohttpd
  /// supports (RFC 9110, section 10.1.1). In HTTP/1.0, `Expect` is ignored.
  private mutating func checkExpectation(
    _ fields: FramingFields, version: String
  ) throws(Refusal) {
    guard version != "HTTP/1.0", !fields.expectations.isEmpty else { return }
    guard fields.expectations.count == 1, equalsIgnoringCase(fields.expectations[0], "100-continue")
    else {
      throw Refusal(.expectationFailed, "The only supported Expect value is 100-continue.")
    }
    hasRedundantExpectation =
      fields.encodings.isEmpty && fields.lengths.allSatisfy { $0.allSatisfy { $0 == 0x30 } }
  }

  /// Compares bytes with a lowercase ASCII token, ignoring ASCII case only:
  /// `lowercased()` would also map the Kelvin sign to k.
  private func equalsIgnoringCase(_ bytes: [UInt8], _ token: StaticString) -> Bool {
    token.withUTF8Buffer { bytes.elementsEqual($0, by: { $0 | 0x20 == $1 }) }
  }

  static func targetTooLong(_ limits: Limits) -> Refusal {
    Refusal(.uriTooLong, "The address is longer than \(limits.targetBytes) bytes.")
  }

  private var tooLarge: Refusal {
    Refusal(.contentTooLarge, "The body is larger than \(bodyLimit) bytes.")
  }
}
