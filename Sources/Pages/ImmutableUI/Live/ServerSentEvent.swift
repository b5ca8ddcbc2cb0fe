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
    for line in lines(of: data) {
      bytes += Array("data: ".utf8)
      bytes += line
      bytes.append(lineFeed)
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

  /// Splits at CR, LF and CRLF.
  private static func lines(of data: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var index = 0
    while index < data.count {
      if data[index] == lineFeed || data[index] == carriageReturn {
        lines.append(data[start..<index])
        let isPair =
          data[index] == carriageReturn && index + 1 < data.count && data[index + 1] == lineFeed
        index += isPair ? 2 : 1
        start = index
      } else {
        index += 1
      }
    }
    lines.append(data[start...])
    return lines
  }
}
