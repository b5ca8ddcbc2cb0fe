import Glibc
import Logging
import Synchronization
import WebServer

/// The log of requests: a line for each, in the format of all other lines.
///
/// A site has far more of these lines than of others, so they are formatted
/// straight into bytes and written a little later: see ``LogWriter``.
final class RequestLog: Sendable {
  /// A request and its response.
  struct Entry {
    var id: RequestID
    var client: ClientAddress
    var method: String
    /// The address, which may contain personal search terms.
    var target: String
    var status: Int
    var bytes: Int
    var measurement: RequestMeasurement
  }

  /// The time of a line, which is formatted once a second.
  private struct Second {
    var number = 0
    var text = ""
  }

  private let writer: LogWriter
  private let format: LogSettings.Format
  /// True at the level `debug`: health checks are logged, and the full
  /// addresses.
  private let showsDetails: Bool
  private let label: String
  /// The text between the time and the fields at the level `info`.
  private let prefix: String
  private let second = Mutex(Second())

  /// - Parameters:
  ///   - settings: the level and the format of the log.
  ///   - writer: writes the lines.
  ///   - label: the name of the program.
  /// - Returns: `nil` if the level omits requests.
  init?(_ settings: LogSettings, to writer: LogWriter, label: String) {
    guard settings.level <= .info else { return nil }
    self.writer = writer
    format = settings.format
    self.label = label
    prefix = Self.prefix(.info, label: label, settings.format)
    showsDetails = settings.level <= .debug
  }

  private static func prefix(
    _ level: Logger.Level, label: String, _ format: LogSettings.Format
  ) -> String {
    switch format {
    case .text: " \(level) \(label):"
    case .json: "Z" + JSONLogHandler.afterTime(level, label: label, "request")
    }
  }

  /// Writes the line of a request.
  func write(_ entry: Entry) {
    // A load balancer asks each second.
    let isHealthCheck = RoutePattern.healthChecks.contains(entry.measurement.route)
    guard showsDetails || !isHealthCheck else { return }
    let prefix = isHealthCheck ? Self.prefix(.debug, label: label, format) : prefix
    // Everything else is shorter than 512 bytes. A character has up to ten
    // bytes when it is escaped: \u{10ffff}.
    let texts =
      entry.method.utf8.count + (showsDetails ? entry.target.utf8.count : 0)
      + (entry.measurement.visitor?.utf8.count ?? 0)
    let size = 512 + prefix.utf8.count + 10 * texts
    withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { bytes in
      var line = Line(bytes)
      switch format {
      case .text: append(entry, after: prefix, asTextTo: &line)
      case .json: append(entry, after: prefix, asJSONTo: &line)
      }
      writer.writeSoon(line.contents)
    }
  }

  private func append(_ entry: Entry, after prefix: String, asTextTo line: inout Line) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    appendSecond(of: now, "%Y-%m-%dT%H:%M:%S%z", localtime_r, to: &line)
    line.append(prefix)
    append(entry, to: &line, before: " ", between: "=", quote: "", escape: PlainText.quotedIfNeeded)
    line.append(" [WebSite] request\n")
  }

  private func append(_ entry: Entry, after prefix: String, asJSONTo line: inout Line) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    line.append(JSONLogHandler.beforeTime)
    appendSecond(of: now, "%Y-%m-%dT%H:%M:%S.", gmtime_r, to: &line)
    let milliseconds = now.tv_nsec / 1_000_000
    if milliseconds < 100 { line.append(milliseconds < 10 ? "00" : "0") }
    line.append(milliseconds)
    line.append(prefix)
    append(entry, to: &line, before: ",\"", between: "\":", quote: "\"", escape: PlainText.json)
    line.append(JSONLogHandler.end)
  }

  /// Appends the fields in alphabetical order.
  private func append(
    _ entry: Entry, to line: inout Line, before: StaticString, between: StaticString,
    quote: StaticString, escape: (String) -> String
  ) {
    func begin(_ name: StaticString) {
      line.append(before)
      line.append(name)
      line.append(between)
    }
    func field(_ name: StaticString, _ number: Int) {
      begin(name)
      line.append(number)
    }
    // A value without special characters.
    func field(_ name: StaticString, plain text: String) {
      begin(name)
      line.append(quote)
      line.append(text)
      line.append(quote)
    }
    let measurement = entry.measurement
    field("bytes", entry.bytes)
    if let origin = measurement.origin { field("cache", plain: origin.rawValue) }
    field("client", plain: entry.client.text)
    if measurement.origin != nil { field("fragments", measurement.fragments) }
    begin("id")
    line.append(quote)
    line.append(entry.id)
    line.append(quote)
    begin("method")
    line.append(escape(entry.method))
    field("microseconds", measurement.nanoseconds / 1_000)
    field("route", plain: measurement.route.rawValue)
    if measurement.origin != nil { field("selectors", measurement.selectors) }
    field("status", entry.status)
    if showsDetails {
      begin("target")
      line.append(escape(entry.target))
    }
    if let visitor = measurement.visitor {
      begin("visitor")
      line.append(escape(visitor))
    }
  }

  private func appendSecond(
    of time: timespec, _ format: String,
    _ components: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?,
    to line: inout Line
  ) {
    second.withLock { second in
      if second.number != time.tv_sec {
        var seconds = time.tv_sec
        var parts = tm()
        _ = components(&seconds, &parts)
        second.number = seconds
        second.text = String(unsafeUninitializedCapacity: 64) { bytes in
          bytes.withMemoryRebound(to: CChar.self) {
            strftime($0.baseAddress, $0.count, format, &parts)
          }
        }
      }
      line.append(second.text)
    }
  }
}

/// A line that is formatted into memory of sufficient size.
private struct Line {
  private let bytes: UnsafeMutableRawBufferPointer
  private var count = 0

  init(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
  }

  var contents: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[..<count]) }

  mutating func append(_ text: StaticString) {
    append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  mutating func append(_ number: Int) {
    guard number >= 10 else { return append(byte: UInt8(truncatingIfNeeded: number) + 0x30) }
    append(number / 10)
    append(byte: UInt8(number % 10) + 0x30)
  }

  mutating func append(_ id: RequestID) {
    for shift in stride(from: 28, through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: id.number >> UInt32(shift)) & 15
      append(byte: digit < 10 ? digit + 0x30 : digit + 0x57)
    }
  }

  private mutating func append(_ text: UnsafeRawBufferPointer) {
    // What does not fit is cut off.
    let length = min(text.count, bytes.count - count)
    guard length > 0 else { return }
    UnsafeMutableRawBufferPointer(rebasing: bytes[count..<count + length]).copyMemory(
      from: UnsafeRawBufferPointer(rebasing: text[..<length]))
    count += length
  }

  private mutating func append(byte: UInt8) {
    guard count < bytes.count else { return }
    bytes[count] = byte
    count += 1
  }
}

/// The identifier of a request in the log and on error pages: eight hexadecimal
/// digits.
struct RequestID: CustomStringConvertible {
  let number = UInt32.random(in: .min ... .max)

  var description: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
