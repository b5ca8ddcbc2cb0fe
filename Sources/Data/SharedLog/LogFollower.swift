import Foundation
public import Postgres
import Synchronization

/// Applies the changes of logs to the memory of this instance.
///
/// One connection listens for notifications. They are hints: the log is read
/// when one arrives, after an own write, and at least once a second, which is
/// also the heartbeat. The connection is replaced when it is lost.
public final class LogFollower: Sendable {
  /// A log, and the functions that bring its changes into memory.
  public struct Subscription: Sendable {
    let log: String
    let reload: @Sendable (PostgresConnection) async throws -> @Sendable () async throws -> Void
    let apply: @Sendable ([LogEntry]) async throws -> Bool

    /// - Parameters:
    ///   - log: the name of the log.
    ///   - reload: reads the tables within a snapshot, and returns a function
    ///     that replaces the memory by what was read.
    ///   - apply: applies changes to the memory, in their order; returns false
    ///     if one is of an unknown kind, which leads to a reload.
    public init(
      log: String,
      reload:
        @escaping @Sendable (PostgresConnection) async throws ->
        @Sendable () async throws ->
        Void,
      apply: @escaping @Sendable ([LogEntry]) async throws -> Bool
    ) {
      self.log = log
      self.reload = reload
      self.apply = apply
    }
  }

  /// The condition of a follower, for metrics and readiness.
  public struct Status: Hashable, Sendable {
    /// The last applied number by log.
    public var positions: [String: Int] = [:]
    /// The number by log that is applied, or is being applied: memory may have
    /// its changes already.
    public var upcoming: [String: Int] = [:]
    /// The time at which all changes were last known to be applied, by log.
    public var upToDate: [String: ContinuousClock.Instant] = [:]
    /// The number of times that everything was read from the tables.
    public var reloads = 0
    /// The number of connections that were lost.
    public var reconnects = 0
    /// The time of the last response of the database; `nil` before the first.
    public var lastContact: ContinuousClock.Instant?
    /// True if the last attempt to read the logs has failed.
    public var isAway = false
  }

  private struct State {
    var cursors: [String: LogCursor] = [:]
    var status = Status()
    var waiters: [Waiter] = []
    var task: Task<Void, Never>?
    var isStopped = false
  }

  /// A caller that waits until the status satisfies a condition.
  private struct Waiter {
    let id: Int
    let condition: @Sendable (Status) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let database: SharedDatabase
  private let onProblem: @Sendable (any Error) -> Void
  private let state = Mutex(State())
  private let ids = Atomic(0)
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation
  /// The number of rows that are read at a time.
  private static let batch = 1_000
  private static let heartbeat = Duration.seconds(1)
  /// The longest wait for a heartbeat's response.
  private static let patience = Duration.seconds(3)

  /// - Parameters:
  ///   - database: the database of the logs.
  ///   - onProblem: called with each error of the connection or of a
  ///     subscription; the follower goes on.
  public init(
    _ database: SharedDatabase,
    onProblem: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.database = database
    self.onProblem = onProblem
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Loads everything once, and then follows logs until `stop()`.
  ///
  /// - Throws: the error of the first connection or load.
  public func start(_ subscriptions: [Subscription]) async throws {
    let connection = try await listen()
    do {
      for subscription in subscriptions { try await reload(subscription) }
    } catch {
      connection.close()
      throw error
    }
    let task = Task { await self.follow(subscriptions, on: connection) }
    state.withLock {
      $0.task = task
      $0.status.isAway = false
    }
  }

  /// Notes that an attempt to start has failed.
  func noteOutage() { update { $0.status.isAway = true } }

  /// Ends the connection and all waits. Memory remains as it is.
  public func stop() async {
    let (task, waiters) = state.withLock { state in
      defer {
        state.task = nil
        state.waiters = []
        state.isStopped = true
      }
      return (state.task, state.waiters)
    }
    for waiter in waiters { waiter.continuation.resume(returning: false) }
    task?.cancel()
    wakeUp.yield()
    await task?.value
  }

  /// The condition at present.
  public var status: Status { state.withLock { $0.status } }

  /// Reads the logs soon, for instance after an own write.
  public func wake() { wakeUp.yield() }

  /// Waits until a change has been applied. The number 0 stands for the first
  /// load.
  ///
  /// - Returns: false if that took longer than the limit, or `stop()` was called.
  @discardableResult
  public func wait(for number: Int, of log: String, within limit: Duration) async -> Bool {
    await wait(within: limit) { $0.positions[log, default: -1] >= number }
  }

  /// Waits for the first load of a log.
  ///
  /// - Returns: false if the database is away, the wait took longer than the limit, or
  ///   `stop()` was called.
  func waitForLoad(of log: String, within limit: Duration) async -> Bool {
    await wait(within: limit) { $0.positions[log] != nil || $0.isAway }
      && status.positions[log] != nil
  }

  /// Waits until all changes of a log that were committed before the call have been
  /// applied: the database is asked again.
  ///
  /// - Returns: false if that took longer than the limit, or `stop()` was called.
  public func catchUp(with log: String, within limit: Duration) async -> Bool {
    let start = ContinuousClock.now
    return await wait(within: limit) { status in
      status.upToDate[log].map { $0 >= start } ?? false
    }
  }

  private func wait(
    within limit: Duration, until condition: @escaping @Sendable (Status) -> Bool
  ) async -> Bool {
    let id = ids.add(1, ordering: .relaxed).newValue
    let timeout = Task {
      try await Task.sleep(for: limit)
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: false)
    }
    defer { timeout.cancel() }
    return await withCheckedContinuation { continuation in
      let result: Bool? = state.withLock { state in
        if condition(state.status) { return true }
        if state.isStopped { return false }
        state.waiters.append(Waiter(id: id, condition: condition, continuation: continuation))
        return nil
      }
      if let result { continuation.resume(returning: result) } else { wake() }
    }
  }

  /// Opens a session that is notified of changes, so that none is missed by the
  /// reads that follow.
  private func listen() async throws -> PostgresConnection {
    let connection = try await database.connect(
      onNotification: { [wakeUp] _ in wakeUp.yield() },
      onEnd: { [wakeUp] _ in wakeUp.yield() })
    try await connection.query(
      "LISTEN \(identifier: database.channel)", within: Self.patience)
    return connection
  }

  private func follow(_ subscriptions: [Subscription], on first: PostgresConnection) async {
    var connection: PostgresConnection? = first
    while !Task.isCancelled {
      do {
        let current: PostgresConnection
        if let connection { current = connection } else { current = try await listen() }
        connection = current
        for subscription in subscriptions { try await catchUp(subscription, on: current) }
        state.withLock { $0.status.isAway = false }
        await nextWakeUp()
      } catch {
        connection?.close()
        connection = nil
        guard !Task.isCancelled else { return }
        database.closeIdleConnections()
        update {
          $0.status.reconnects += 1
          $0.status.isAway = true
        }
        onProblem(error)
        // Spread, so that instances do not come back all at the same time.
        try? await Task.sleep(for: .milliseconds(.random(in: 100...500)))
      }
    }
    connection?.close()
  }

  private func nextWakeUp() async {
    let timer = Task { [wakeUp] in
      try await Task.sleep(for: Self.heartbeat)
      wakeUp.yield()
    }
    defer { timer.cancel() }
    var iterator = wakeUps.makeAsyncIterator()
    await iterator.next()
  }

  /// Applies all changes of a log that have not been applied yet.
  private func catchUp(
    _ subscription: Subscription, on connection: PostgresConnection
  ) async throws {
    let log = subscription.log
    while true {
      guard var cursor = state.withLock({ $0.cursors[log] }) else { return }
      let time = ContinuousClock.now
      let rows = try await database.measurements.follows.observing {
        try await connection.query(
          """
          SELECT seq, operation, kind, payload FROM change
          WHERE log = \(log) AND seq >= \(cursor.position.number) ORDER BY seq LIMIT \(Self.batch)
          """, within: Self.patience)
      }
      state.withLock { $0.status.lastContact = .now }
      let entries = try rows.map { row in
        let (number, operation, kind, payload) = try row.decode(
          Int.self, UUID.self, String.self, PostgresJSON.self)
        return LogEntry(
          position: LogPosition(number: number, operation: operation), kind: kind,
          payload: payload.text)
      }
      switch cursor.advance(over: entries) {
      case .reload: try await reload(subscription)
      case .apply([]):
        update { $0.status.upToDate[log] = time }
        return
      case .apply(let new):
        state.withLock { $0.status.upcoming[log] = cursor.position.number }
        guard try await subscription.apply(new) else {
          try await reload(subscription)
          continue
        }
        advance(log, to: cursor)
        guard entries.count == Self.batch else {
          update { $0.status.upToDate[log] = time }
          return
        }
      }
    }
  }

  private func reload(_ subscription: Subscription) async throws {
    let time = ContinuousClock.now
    let (position, replace) = try await database.read(subscription.log) { connection in
      try await subscription.reload(connection)
    }
    state.withLock { $0.status.upcoming[subscription.log] = position.number }
    try await replace()
    state.withLock {
      $0.status.reloads += 1
      $0.status.lastContact = .now
      $0.status.upToDate[subscription.log] = time
    }
    advance(subscription.log, to: LogCursor(position))
  }

  /// Stores a position.
  private func advance(_ log: String, to cursor: LogCursor) {
    let number = cursor.position.number
    update { state in
      state.cursors[log] = cursor
      state.status.positions[log] = number
      state.status.upcoming[log] = number
    }
  }

  /// Changes the state, and resumes the callers that waited for that.
  private func update(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      let status = state.status
      let reached = state.waiters.filter { $0.condition(status) }
      if !reached.isEmpty { state.waiters.removeAll { $0.condition(status) } }
      return reached
    }
    for waiter in waiters { waiter.continuation.resume(returning: true) }
  }
}
