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

  private func makeHead(
    method: String, target: String, version: String, fields: [Field]
  ) throws(Refusal) -> HTTPRequest {
    guard let method = HTTPRequest.Method(method) else {
      throw Refusal(.badRequest, "The method is not a token.")
    }
    guard target.utf8.count <= limits.targetBytes else {
      throw Refusal(.uriTooLong, "The address is longer than \(limits.targetBytes) bytes.")
    }
    guard target.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Refusal(.badRequest, "The address has characters that must be percent-encoded.")
    }
    let (authority, path) = try splitTarget(target)
    let headerFields = try makeHeaderFields(fields)
    let hosts = headerFields.filter { $0.name.canonicalName == "host" }
    guard hosts.count <= 1 else { throw Refusal(.badRequest, "There is more than one Host.") }
    guard hosts.count == 1 || version == "HTTP/1.0" else {
      throw Refusal(.badRequest, "There is no Host.")
    }
    try checkFraming(headerFields, version: version)
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

  private func makeHeaderFields(_ fields: [Field]) throws(Refusal) -> HTTPFields {
    var result = HTTPFields()
    for field in fields {
      guard let name = HTTPField.Name(field.name) else {
        throw Refusal(.badRequest, "A header field's name is not a token.")
      }
      guard field.value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw Refusal(.badRequest, "The header field \(name) holds a control character.")
      }
      result.append(HTTPField(name: name, value: String(decoding: field.value, as: UTF8.self)))
    }
    return result
  }

  private func checkFraming(_ fields: HTTPFields, version: String) throws(Refusal) {
    let lengths = fields[values: .contentLength]
    guard lengths.count <= 1 else {
      throw Refusal(.badRequest, "There is more than one Content-Length.")
    }
    let encodings = fields[values: .transferEncoding]
    if !encodings.isEmpty {
      guard lengths.isEmpty else {
        throw Refusal(.badRequest, "There is a Content-Length beside a Transfer-Encoding.")
      }
      guard version == "HTTP/1.1" else {
        throw Refusal(.badRequest, "Transfer-Encoding needs HTTP/1.1.")
      }
      // As bytes: the Kelvin sign, too, is a k in small letters.
      guard encodings.count == 1,
        encodings[0].utf8.elementsEqual("chunked".utf8, by: { $0 | 0x20 == $1 })
      else {
        throw Refusal(.notImplemented, "The only Transfer-Encoding understood is chunked.")
      }
    }
    if let length = lengths.first {
      guard !length.isEmpty, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
        throw Refusal(.badRequest, "The Content-Length is not a number.")
      }
      guard let length = Int(length), length <= limits.bodyBytes else { throw tooLarge }
    }
  }

  private var tooLarge: Refusal {
    Refusal(.contentTooLarge, "The body is larger than \(limits.bodyBytes) bytes.")
  }
}
