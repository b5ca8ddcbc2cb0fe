import Foundation
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

extension LogSettings {
  /// Writes a sentence for the operator: after the name of the program, or as a
  /// line of the log in JSON.
  func report(_ sentence: String, _ level: Logger.Level, to writer: LogWriter, label: String) {
    let line =
      switch format {
      case .text: "\(label): \(sentence)\n"
      case .json: JSONLogHandler.line(at: .now, level, label: label, sentence, [:])
      }
    writer.write(line.utf8)
  }
}

/// Forwards lines of text to a writer.
private struct LogStream: TextOutputStream, Sendable {
  let writer: LogWriter

  func write(_ line: String) { writer.write(line.utf8) }
}
