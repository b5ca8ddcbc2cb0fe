import Logging

/// The log level and format.
struct LogSettings {
  /// The format of a log line.
  enum Format: String, CaseIterable {
    case text
    case json
  }

  var level = Logger.Level.info
  var format = Format.text

  /// Returns a logger that logs to a writer, and has the writer report dropped
  /// lines to it.
  func logger(to writer: LogWriter, label: String) -> Logger {
    var logger = Logger(label: label) { label in
      LineLogHandler(label: label, format: format, writer: writer)
    }
    logger.logLevel = level
    writer.onLoss { [logger] count in
      logger.error("log lines were dropped", metadata: ["count": .stringConvertible(count)])
    }
    return logger
  }

  /// Writes a sentence for the operator: after the name of the program, or as a
  /// line of the log in JSON.
  func report(_ sentence: String, _ level: Logger.Level, to writer: LogWriter, label: String) {
    switch format {
    case .text:
      let priority = LogLine.isInJournal ? level.journalPriority : ""
      writer.write("\(priority)\(label): \(sentence)\n".utf8)
    case .json: writer.write(LogLine(level, label: label, sentence, as: format).ended())
    }
  }
}
