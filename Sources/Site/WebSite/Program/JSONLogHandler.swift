import Foundation
import Logging

/// A log handler that writes one JSON object per line.
///
/// The keys are `time`, `level`, `logger` and `message`, followed by the
/// metadata in alphabetical order. Line breaks and invisible characters are
/// escaped, so that the lines are safe to view in a terminal.
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

  /// Returns a log line, with its line break.
  static func line(
    at time: Date, _ level: Logger.Level, label: String, _ message: String,
    _ metadata: Logger.Metadata
  ) -> String {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true, timeZone: .gmt)
    let members = metadata.sorted { $0.key < $1.key }.map { name, value in
      // Metadata must not override the keys of the line.
      let name = ["time", "level", "logger", "message"].contains(name) ? "_\(name)" : name
      return ",\(PlainText.json(name)):\(json(value))"
    }
    return beforeTime + time.formatted(style) + afterTime(level, label: label, message)
      + members.joined() + end
  }

  // The frame of a line: around the time, and after the metadata.
  static let beforeTime = "{\"time\":\""
  static func afterTime(_ level: Logger.Level, label: String, _ message: String) -> String {
    let (level, label) = (PlainText.json(level.rawValue), PlainText.json(label))
    return "\",\"level\":\(level),\"logger\":\(label),\"message\":\(PlainText.json(message))"
  }
  static let end = "}\n"

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
