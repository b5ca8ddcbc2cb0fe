import Glibc
import Logging
import Markup
import Synchronization

/// A line of the log, composed as bytes in one of the formats.
///
/// In JSON it is an object with the keys `time`, `level`, `logger` and `message`, followed by
/// those of the fields. In both formats line breaks and invisible characters are escaped, so that
/// the lines are safe to view in a terminal, and no value can be taken for another field or line.
struct LogLine: ~Copyable {
  /// The time of the last line, which is formatted once a second.
  private struct Second {
    var number = -1
    var format = LogSettings.Format.text
    var text = ""
  }

  private static let second = Mutex(Second())

  /// True if standard error is the journal of systemd: see `JOURNAL_STREAM` in systemd.exec(5).
  static let isInJournal: Bool = {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else {
      return false
    }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()

  private var bytes = ByteWriter(capacity: 512)
  private let format: LogSettings.Format
  private let message: String

  /// Begins a line of now.
  init(_ level: Logger.Level, label: String, _ message: String, as format: LogSettings.Format) {
    self.format = format
    self.message = message
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    if Self.isInJournal { bytes.append(unescaped: level.journalPriority) }
    switch format {
    case .text:
      append(second: now.tv_sec, "%Y-%m-%dT%H:%M:%S%z", localtime_r)
      bytes.append(literal: " ")
      bytes.append(unescaped: level.rawValue)
      bytes.append(literal: " ")
      bytes.append(unescaped: label)
      bytes.append(literal: ":")
    case .json:
      bytes.append(literal: "{\"time\":\"")
      append(second: now.tv_sec, "%Y-%m-%dT%H:%M:%S.", gmtime_r)
      let milliseconds = now.tv_nsec / 1_000_000
      bytes.append(literal: milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : "")
      bytes.append(number: milliseconds)
      bytes.append(literal: "Z\",\"level\":")
      append(value: level.rawValue)
      bytes.append(literal: ",\"logger\":")
      append(value: label)
      bytes.append(literal: ",\"message\":")
      append(value: message)
    }
  }

  /// Appends a field. They are appended in alphabetical order.
  mutating func field(_ name: StaticString, _ text: String) {
    begin(name)
    append(value: text)
  }

  /// Appends a field with a number.
  mutating func field(_ name: StaticString, _ number: Int) {
    begin(name)
    bytes.append(number: number)
  }

  /// Appends a field. Nested values are JSON in both formats.
  mutating func field(_ name: String, _ value: Logger.MetadataValue) {
    switch format {
    case .text: bytes.append(unescaped: " \(name)=")
    case .json:
      // A field must not override the keys of the line.
      let isTaken = ["time", "level", "logger", "message"].contains(name)
      bytes.append(unescaped: ",\(PlainText.json(isTaken ? "_\(name)" : name)):")
    }
    switch value {
    case .string(let text): append(value: text)
    case .stringConvertible(let number as Int): bytes.append(number: number)
    case .stringConvertible(let value): append(value: value.description)
    case .array, .dictionary: bytes.append(unescaped: Self.json(value))
    }
  }

  /// Returns the line, with its line break.
  ///
  /// - Parameter source: the module that logs.
  consuming func ended(source: String = "WebSite") -> Bytes {
    switch format {
    case .text:
      bytes.append(literal: " [")
      bytes.append(unescaped: source)
      bytes.append(literal: "] ")
      bytes.append(unescaped: Self.isPlain(message) ? message : PlainText.escaped(message))
      bytes.append(literal: "\n")
    case .json: bytes.append(literal: "}\n")
    }
    return bytes.finish()
  }

  private mutating func begin(_ name: StaticString) {
    bytes.append(literal: format == .text ? " " : ",\"")
    bytes.append(literal: name)
    bytes.append(literal: format == .text ? "=" : "\":")
  }

  /// Appends a value. Nearly all are plain.
  private mutating func append(value: String) {
    guard !value.isEmpty, Self.isPlain(value) else {
      bytes.append(
        unescaped: format == .text ? PlainText.quotedIfNeeded(value) : PlainText.json(value))
      return
    }
    if format == .json { bytes.append(byte: UInt8(ascii: "\"")) }
    bytes.append(unescaped: value)
    if format == .json { bytes.append(byte: UInt8(ascii: "\"")) }
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "="), UInt8(ascii: "\\"): false
      default: 0x20 < byte && byte < 0x7F
      }
    }
  }

  private mutating func append(
    second: Int, _ pattern: String,
    _ components: (UnsafePointer<time_t>, UnsafeMutablePointer<tm>) -> UnsafeMutablePointer<tm>?
  ) {
    let format = format
    bytes.append(
      unescaped: Self.second.withLock { last in
        if last.number != second || last.format != format {
          var seconds = second
          var parts = tm()
          _ = components(&seconds, &parts)
          let text = String(unsafeUninitializedCapacity: 64) { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
              strftime($0.baseAddress, $0.count, pattern, &parts)
            }
          }
          last = Second(number: second, format: format, text: text)
        }
        return last.text
      })
  }

  private static func json(_ value: Logger.MetadataValue) -> String {
    switch value {
    case .string(let text): PlainText.json(text)
    case .stringConvertible(let number as Int): "\(number)"
    case .stringConvertible(let value): PlainText.json(value.description)
    case .array(let values): "[\(values.map(json).joined(separator: ","))]"
    case .dictionary(let values):
      "{\(values.map { "\(PlainText.json($0)):\(json($1))" }.sorted().joined(separator: ","))}"
    }
  }
}

extension Logger.Level {
  /// The beginning of a line from which the journal of systemd takes its priority: see
  /// sd-daemon(3).
  var journalPriority: String {
    switch self {
    case .critical: "<2>"
    case .error: "<3>"
    case .warning: "<4>"
    case .notice: "<5>"
    case .info: "<6>"
    case .debug, .trace: "<7>"
    }
  }
}

/// A log handler that writes a line for each event.
struct LineLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  let label: String
  let format: LogSettings.Format
  let writer: LogWriter

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = LogLine(event.level, label: label, event.message.description, as: format)
    var fields = metadata.merging(event.metadata ?? [:]) { $1 }
    if let id = RequestID.current { fields["id"] = "\(id)" }
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) { line.field(name, value) }
    writer.write(line.ended(source: event.source))
  }
}
