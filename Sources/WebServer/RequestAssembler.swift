import HTTPTypes

/// Puts a request together from what the parser hands over: first the head,
/// then the body in pieces, then the end.
///
/// It knows all rules about which requests are refused, and nothing about
/// sockets. Where a body's framing is ambiguous the request is refused, since
/// two programs could read it in two ways (RFC 9112 §6.3).
struct RequestAssembler {
  /// A header field as it was sent.
  struct Field {
    var name: String
    var value: [UInt8]
  }

  /// What a caller has to do next.
  enum Step {
    case goOn
    case refuse(Refusal)
  }

  let limits: Limits
  private(set) var head: HTTPRequest?
  private(set) var body: [UInt8] = []
  /// True if the client waits for leave to send content, and announced none.
  private(set) var isNeedlesslyWaiting = false

  init(limits: Limits) {
    self.limits = limits
  }

  /// Takes the request line and the header fields.
  mutating func receiveHead(
    method: String, target: String, version: String, fields: [Field]
  ) -> Step {
    do {
      head = try makeHead(method: method, target: target, version: version, fields: fields)
      return .goOn
    } catch {
      return .refuse(error)
    }
  }

  /// Takes a piece of the body.
  mutating func receiveBody(_ piece: UnsafeRawBufferPointer) -> Step {
    guard piece.count <= limits.bodyBytes - body.count else {
      body = []
      return .refuse(tooLarge)
    }
    body += piece
    return .goOn
  }

  private mutating func makeHead(
    method: String, target: String, version: String, fields: [Field]
  ) throws(Refusal) -> HTTPRequest {
    guard let method = HTTPRequest.Method(method) else {
      throw Refusal(.badRequest, "The method is not a token.")
    }
    guard target.utf8.count <= limits.targetBytes else {
      throw Self.targetTooLong(limits)
    }
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Refusal(.badRequest, "The address has characters that must be percent-encoded.")
    }
    let (authority, path) = try splitTarget(target)
    let (headerFields, interpreted) = try makeHeaderFields(fields)
    let hosts = headerFields.filter { $0.name.canonicalName == "host" }
    guard hosts.count <= 1 else { throw Refusal(.badRequest, "There is more than one Host.") }
    guard hosts.count == 1 || version == "HTTP/1.0" else {
      throw Refusal(.badRequest, "There is no Host.")
    }
    try checkFraming(interpreted, version: version)
    try checkExpectation(interpreted, version: version)
    return HTTPRequest(
      method: method, scheme: nil, authority: authority ?? hosts.first?.value, path: path,
      headerFields: headerFields
    )
  }

  /// The path and query of a target. The absolute form, which every server
  /// has to understand, has an authority as well, and that one counts, not
  /// `Host` (RFC 9112 §3.2.2).
  private func splitTarget(
    _ target: String
  ) throws(Refusal) -> (authority: String?, path: String) {
    if target.hasPrefix("/") { return (nil, target) }
    for scheme in ["http://", "https://"] where target.lowercased().hasPrefix(scheme) {
      let rest = target.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      guard end > rest.startIndex, !rest[..<end].contains("@") else {
        throw Refusal(.badRequest, "The address has no proper host.")
      }
      return (String(rest[..<end]), (rest[end...].hasPrefix("/") ? "" : "/") + rest[end...])
    }
    throw Refusal(.badRequest, "The address does not start with a slash.")
  }

  /// The fields that libmicrohttpd interprets as well. It compares values as
  /// they were sent, with the blanks at their end.
  private struct Interpreted {
    var lengths: [[UInt8]] = []
    var encodings: [[UInt8]] = []
    var expectations: [[UInt8]] = []
  }

  private func makeHeaderFields(
    _ fields: [Field]
  ) throws(Refusal) -> (HTTPFields, Interpreted) {
    var result = HTTPFields()
    var interpreted = Interpreted()
    for field in fields {
      guard let name = HTTPField.Name(field.name) else {
        throw Refusal(.badRequest, "A header field's name is not a token.")
      }
      guard field.value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw Refusal(.badRequest, "The header field \(name) holds a control character.")
      }
      switch name {
      case .contentLength: interpreted.lengths.append(field.value)
      case .transferEncoding: interpreted.encodings.append(field.value)
      case .expect: interpreted.expectations.append(field.value)
      default: break
      }
      result.append(HTTPField(name: name, value: String(decoding: field.value, as: UTF8.self)))
    }
    return (result, interpreted)
  }

  private func checkFraming(_ fields: Interpreted, version: String) throws(Refusal) {
    let lengths = fields.lengths
    guard lengths.count <= 1 else {
      throw Refusal(.badRequest, "There is more than one Content-Length.")
    }
    let encodings = fields.encodings
    if !encodings.isEmpty {
      guard lengths.isEmpty else {
        throw Refusal(.badRequest, "There is a Content-Length beside a Transfer-Encoding.")
      }
      guard version == "HTTP/1.1" else {
        throw Refusal(.badRequest, "Transfer-Encoding needs HTTP/1.1.")
      }
      guard encodings.count == 1, isWord(encodings[0], "chunked") else {
        throw Refusal(.notImplemented, "The only Transfer-Encoding understood is chunked.")
      }
    }
    if let length = lengths.first {
      guard !length.isEmpty, length.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Refusal(.badRequest, "The Content-Length is not a number.")
      }
      guard let length = Int(String(decoding: length, as: UTF8.self)), length <= limits.bodyBytes
      else { throw tooLarge }
    }
  }

  /// Refuses all expectations but the one that libmicrohttpd meets (RFC 9110,
  /// section 10.1.1). In HTTP/1.0 there are none.
  private mutating func checkExpectation(
    _ fields: Interpreted, version: String
  ) throws(Refusal) {
    guard version != "HTTP/1.0", !fields.expectations.isEmpty else { return }
    guard fields.expectations.count == 1, isWord(fields.expectations[0], "100-continue") else {
      throw Refusal(.expectationFailed, "The only Expect understood is 100-continue.")
    }
    isNeedlesslyWaiting =
      fields.encodings.isEmpty && fields.lengths.allSatisfy { $0.allSatisfy { $0 == 0x30 } }
  }

  /// Compares bytes with a word in small letters, as bytes: the Kelvin sign,
  /// too, is a k in small letters.
  private func isWord(_ bytes: [UInt8], _ word: StaticString) -> Bool {
    word.withUTF8Buffer { bytes.elementsEqual($0, by: { $0 | 0x20 == $1 }) }
  }

  static func targetTooLong(_ limits: Limits) -> Refusal {
    Refusal(.uriTooLong, "The address is longer than \(limits.targetBytes) bytes.")
  }

  private var tooLarge: Refusal {
    Refusal(.contentTooLarge, "The body is larger than \(limits.bodyBytes) bytes.")
  }
}
