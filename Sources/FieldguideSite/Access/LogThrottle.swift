import Logging
import Synchronization

/// A logger for what strangers can cause as often as they like: after some
/// lines a minute it only counts.
final class LogThrottle: Sendable {
  private struct State {
    var minute = 0
    var lines = 0
    var suppressed = 0
  }

  private let logger: Logger
  private let perMinute: Int
  private let now: @Sendable () -> Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - logger: what is written to.
  ///   - perMinute: how many lines.
  ///   - now: in seconds.
  init(_ logger: Logger, perMinute: Int = 20, now: @escaping @Sendable () -> Int) {
    self.logger = logger
    self.perMinute = perMinute
    self.now = now
  }

  /// Writes a line, unless there were too many.
  func notice(_ message: Logger.Message, metadata: Logger.Metadata) {
    let minute = now() / 60
    let (isWritten, suppressed) = state.withLock { state in
      var suppressed = 0
      if state.minute != minute {
        suppressed = state.suppressed
        state = State(minute: minute)
      }
      state.lines += 1
      guard state.lines <= perMinute else {
        state.suppressed += 1
        return (false, 0)
      }
      return (true, suppressed)
    }
    if suppressed > 0 { logger.notice("more like these", metadata: ["count": "\(suppressed)"]) }
    if isWritten { logger.notice(message, metadata: metadata) }
  }
}
