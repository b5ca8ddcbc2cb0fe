import Foundation
import Logging

/// A log with one JSON object a line.
///
/// First come `time`, `level`, `logger` and `message`, then what is said
/// beside the message, in the order of its names. What ends lines or hides
/// text is escaped, so that the lines can be looked at as they are.
struct JSONLogHandler: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  private let label: String
  private let writer: LogWriter

  init(label: String, writer: LogWriter) {
    self.label = label
    self.writer = writer
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let line = Self.line(
      at: .now, event.level, label: label, event.message.description,
      metadata.merging(event.metadata ?? [:]) { $1 })
    writer.write(line.utf8)
  }

  /// A line, with its end.
  static func line(
    at time: Date, _ level: Logger.Level, label: String, _ message: String,
    _ metadata: Logger.Metadata
  ) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)
    var members = [
      ("time", time.formatted(style)), ("level", level.rawValue), ("logger", label),
      ("message", message),
    ].map { "\(PlainText.json($0.0)):\(PlainText.json($0.1))" }
    for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
      // What a line has of its own stays what it is.
      let name = ["time", "level", "logger", "message"].contains(name) ? "_\(name)" : name
      members.append("\(PlainText.json(name)):\(json(value))")
    }
    return "{\(members.joined(separator: ","))}\n"
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
