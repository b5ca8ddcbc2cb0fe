import Logging

/// What is logged, and how.
struct LogSettings {
  /// How a line looks.
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

  /// A logger that writes to standard error.
  var logger: Logger {
    var logger = Logger(label: "fieldguide") { label in
      switch format {
      case .text: PlainLogHandler(StreamLogHandler.standardError(label: label))
      case .json: JSONLogHandler(label: label)
      }
    }
    logger.logLevel = level
    return logger
  }
}
