/// Bytes of a stream of events, in the format of
/// https://html.spec.whatwg.org/multipage/server-sent-events.html.
public enum ServerSentEvent {
  /// One event.
  ///
  /// - Parameters:
  ///   - name: its type: letters only.
  ///   - id: what the browser says it had last when it comes again: no line
  ///     breaks.
  ///   - data: anything. Each line is marked as data, so that none of it is
  ///     taken for a field of the format.
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

  /// How long the browser waits before it connects again, in milliseconds.
  public static func retry(after milliseconds: Int) -> [UInt8] {
    Array("retry: \(milliseconds)\n\n".utf8)
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// All three ways to end a line count.
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
