import Logging

/// What is logged, and how.
struct LogSettings {
  /// The format of a line.
  enum Format: String, CaseIterable {
    case text
    case json
  }

  var level: Logger.Level
  var format: Format

  /// - Throws: `SettingsError` that names what is wrong and what is right.
  init(_ reader: SettingsReader) throws {
    level = try reader.choice("log-level", .info)
    format = try reader.choice("log-format", .text)
  }

  /// Returns a logger whose lines a writer writes, and has the writer log the
  /// lines that it drops.
  func logger(to writer: LogWriter, label: String) -> Logger {
    var logger = Logger(label: label) { label in
      switch format {
      case .text:
        PlainLogHandler(StreamLogHandler(label: label, stream: LogStream(writer: writer)))
      case .json: JSONLogHandler(label: label, writer: writer)
      }
    }
    logger.logLevel = level
    writer.onLoss { [logger] count in
      logger.error("log lines were dropped", metadata: ["count": .stringConvertible(count)])
    }
    return logger
  }
}

/// Hands lines of text to a writer.
private struct LogStream: TextOutputStream, Sendable {
  let writer: LogWriter

  func write(_ line: String) { writer.write(line.utf8) }
}
