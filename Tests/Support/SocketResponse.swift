/// An HTTP response received by a `SocketClient`.
public struct SocketResponse: Sendable {
  /// A header field with its name in lower case.
  public struct Field: Hashable, Sendable {
    public let name: String
    public let value: String
  }

  public let status: Int
  public let fields: [Field]
  /// The body without chunked encoding.
  public let body: [UInt8]

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Returns the values of all fields with a lower-case name.
  public func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The value of a field that occurs exactly once.
  public subscript(name: String) -> String? {
    let values = values(name)
    return values.count == 1 ? values[0] : nil
  }
}

extension SocketResponse {
  /// Returns all responses that a connection received until it was closed.
  public static func all(
    in bytes: [UInt8], to method: String = "GET"
  ) throws -> [SocketResponse] {
    var rest = bytes[...]
    var responses: [SocketResponse] = []
    while !rest.isEmpty {
      guard let found = try parse(rest, to: method, isAtEnd: true) else {
        throw SocketClientError.closed(after: Array(rest))
      }
      responses.append(found.response)
      rest = rest.dropFirst(found.count)
    }
    return responses
  }

  /// Returns the response at the start of the bytes and its length; `nil` if it
  /// is incomplete. Responses with status 100 are skipped.
  static func parse(
    _ bytes: ArraySlice<UInt8>, to method: String, isAtEnd: Bool
  ) throws -> (response: SocketResponse, count: Int)? {
    guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let lines = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0] == "HTTP/1.1" || words[0] == "HTTP/1.0",
      let status = Int(words[1])
    else { throw SocketClientError.malformed(String(lines[0])) }
    let rest = bytes[headEnd.upperBound...]
    if status == 100 {
      guard let next = try parse(rest, to: method, isAtEnd: isAtEnd) else { return nil }
      return (next.response, next.count + rest.startIndex - bytes.startIndex)
    }

    let fields = try lines.dropFirst().map { line in
      guard let colon = line.firstIndex(of: ":") else {
        throw SocketClientError.malformed(String(line))
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      return Field(name: line[..<colon].lowercased(), value: String(value))
    }
    let head = SocketResponse(status: status, fields: fields, body: [])
    guard let body = try head.body(in: rest, to: method, isAtEnd: isAtEnd) else { return nil }
    return (
      SocketResponse(status: status, fields: fields, body: body.bytes),
      body.end - bytes.startIndex
    )
  }

  private func body(
    in bytes: ArraySlice<UInt8>, to method: String, isAtEnd: Bool
  ) throws -> (bytes: [UInt8], end: Int)? {
    if method == "HEAD" || status == 204 || status == 304 { return ([], bytes.startIndex) }
    if self["transfer-encoding"]?.lowercased() == "chunked" { return try chunks(in: bytes) }
    if let text = self["content-length"] {
      guard let length = Int(text) else { throw SocketClientError.malformed(text) }
      guard bytes.count >= length else { return nil }
      return (Array(bytes.prefix(length)), bytes.startIndex + length)
    }
    return isAtEnd ? (Array(bytes), bytes.endIndex) : nil
  }

  private func chunks(in bytes: ArraySlice<UInt8>) throws -> (bytes: [UInt8], end: Int)? {
    let lineEnd = Array("\r\n".utf8)
    var body: [UInt8] = []
    var rest = bytes
    while let line = rest.firstRange(of: lineEnd) {
      let text = String(decoding: rest[..<line.lowerBound], as: UTF8.self)
      guard let size = Int(text, radix: 16) else { throw SocketClientError.malformed(text) }
      rest = rest[line.upperBound...]
      guard rest.count >= size + lineEnd.count else { return nil }
      body += rest.prefix(size)
      rest = rest.dropFirst(size)
      guard rest.starts(with: lineEnd) else {
        throw SocketClientError.malformed("a chunk of \(size) bytes has no line ending")
      }
      rest = rest.dropFirst(lineEnd.count)
      if size == 0 { return (body, rest.startIndex) }
    }
    return nil
  }
}
