/// The encoding of server-sent events:
/// https://html.spec.whatwg.org/multipage/server-sent-events.html.
///
/// ```swift
/// let bytes = ServerSentEvent.event("patch", id: "7", data: Array("<p>Hello</p>".utf8))
/// print(String(decoding: bytes, as: UTF8.self))
/// // event: patch
/// // id: 7
/// // data: <p>Hello</p>
/// ```
public enum ServerSentEvent {
  /// Encodes one event.
  ///
  /// - Parameters:
  ///   - name: The event type, letters only.
  ///   - id: The value that the browser sends as `Last-Event-ID` when it
  ///     reconnects; without line breaks.
  ///   - data: Any bytes. Every line becomes a `data` field, so that none can
  ///     be parsed as another field.
  public static func event(_ name: StaticString, id: String? = nil, data: [UInt8] = []) -> [UInt8] {
    var bytes = Array("event: \(name)\n".utf8)
    if let id { bytes += Array("id: \(id)\n".utf8) }
    bytes.reserveCapacity(bytes.count + data.count + 256)
    var rest = data[...]
    while true {
      let line = rest.prefix { $0 != lineFeed && $0 != carriageReturn }
      bytes += Array("data: ".utf8)
      bytes += line
      bytes.append(lineFeed)
      rest = rest[line.endIndex...]
      // Lines end with CR, LF or CRLF.
      guard let end = rest.popFirst() else { break }
      if end == carriageReturn, rest.first == lineFeed { rest.removeFirst() }
    }
    bytes.append(lineFeed)
    return bytes
  }

  /// Encodes the reconnection delay in milliseconds.
  public static func retry(after milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}
