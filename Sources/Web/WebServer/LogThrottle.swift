package import Logging
import Synchronization

/// A logger with a rate limit, for messages that clients can trigger.
package final class LogThrottle: Sendable {
  private struct State {
    var minute = 0
    var lines = 0
  }

  private let logger: Logger
  private let level: Logger.Level
  private let perMinute: Int
  private let now: @Sendable () -> Int
  private let state = Mutex(State())

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - logger: The destination.
  ///   - level: The level of all messages.
  ///   - perMinute: The maximum number of messages per minute.
  ///   - now: Returns the time in seconds.
  package init(
    _ logger: Logger, level: Logger.Level = .notice, perMinute: Int = 20,
    now: @escaping @Sendable () -> Int
  ) {
    self.logger = logger
    self.level = level
    self.perMinute = perMinute
    self.now = now
  }

  /// Logs a message, or only counts it if the limit of the current minute is
  /// reached.
  package func log(_ message: Logger.Message, metadata: Logger.Metadata) {
    let minute = now() / 60
    let (isWritten, suppressed) = state.withLock { state in
      var suppressed = 0
      if state.minute != minute {
        suppressed = max(0, state.lines - perMinute)
        state = State(minute: minute)
      }
      state.lines += 1
      return (state.lines <= perMinute, suppressed)
    }
    if suppressed > 0 {
      logger.log(
        level: level, "similar messages were suppressed", metadata: ["count": "\(suppressed)"])
    }
    if isWritten { logger.log(level: level, message, metadata: metadata) }
  }
}
