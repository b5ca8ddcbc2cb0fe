package import Metrics
package import Postgres
import Synchronization

/// The notifications of a database that a log was written to.
///
/// One connection listens for all logs. It is replaced when it is lost, and each log then has
/// to be read: a notification may have been missed.
package final class LogNotifications: Sendable {
  package typealias Connect =
    @Sendable (
      _ onNotification: @escaping @Sendable (PostgresNotification) -> Void,
      _ onEnd: @escaping @Sendable (PostgresError) -> Void
    ) async throws -> PostgresConnection

  private struct State {
    var listeners: [(log: String, wake: @Sendable () -> Void)] = []
    var task: Task<Void, Never>?
    var isClosed = false
  }

  /// The number of connections that were lost.
  package let reconnects = Counter()
  private let channel: String
  private let connect: Connect
  private let state = Mutex(State())

  /// - Parameters:
  ///   - channel: the channel, whose messages are names of logs.
  ///   - connect: opens a session.
  init(of channel: String, connect: @escaping Connect) {
    self.channel = channel
    self.connect = connect
  }

  /// Calls a function soon after a log was written to.
  package func listen(to log: String, _ wake: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.listeners.append((log, wake))
      guard state.task == nil, !state.isClosed else { return }
      state.task = Task { await run() }
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.task?.cancel()
    }
  }

  private func run() async {
    while !Task.isCancelled {
      let (ends, end) = AsyncStream<Void>.makeStream()
      do {
        let connection = try await connect { [weak self] in
          self?.wake($0.payload)
        } _: { _ in
          end.finish()
        }
        defer { connection.close() }
        try await connection.query("LISTEN \(identifier: channel)", within: .seconds(3))
        wake(nil)
        for await _ in ends {}
        reconnects.add()
      } catch {
        // The logs are read each second in the meantime.
      }
      // Spread, so that instances do not come back all at the same time.
      try? await Task.sleep(for: .milliseconds(.random(in: 100...500)))
    }
  }

  /// - Parameter log: the name of a log; `nil` for all.
  private func wake(_ log: String?) {
    let listeners = state.withLock { $0.listeners }
    for listener in listeners where log == nil || listener.log == log { listener.wake() }
  }
}
