public import Logging
import Synchronization

/// A log handler that records each message as a line: the level, the message,
/// and the metadata sorted by key.
public final class RecordedLog: Sendable {
  private let recorded = Mutex<[String]>([])

  public init() {}

  /// All recorded lines.
  public var lines: [String] { recorded.withLock { $0 } }

  /// A logger that writes to this log.
  public var logger: Logger {
    var logger = Logger(label: "tests") { _ in Handler(log: self) }
    logger.logLevel = .trace
    return logger
  }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let metadata = (event.metadata ?? [:]).map { "\($0)=\($1)" }.sorted()
      let line = ["\(event.level)", "\(event.message)"] + metadata
      log.recorded.withLock { $0.append(line.joined(separator: " ")) }
    }
  }
}
