import Synchronization

/// A bounded set of connections that are opened when needed.
///
/// ```swift
/// let pool = PostgresPool(try PostgresConfiguration("postgresql:///fieldguide"), size: 4)
/// let count = try await pool.withConnection { connection in
///   try await connection.query("SELECT count(*) FROM animal")[0].decode(Int.self)
/// }
/// print(count)
/// ```
public final class PostgresPool: Sendable {
  private struct State {
    var idle: [PostgresConnection] = []
    /// Connections that are in use or being opened.
    var used = 0
    var waiters: [Waiter] = []
    var isClosed = false
  }

  /// A caller that waits for a connection.
  private struct Waiter {
    let id: Int
    let continuation: CheckedContinuation<Grant, Never>
  }

  /// The result of asking for a connection.
  private enum Grant: Sendable {
    case connection(PostgresConnection)
    /// Permission to open a connection.
    case permit
    case timeout
    case closed
  }

  private let configuration: PostgresConfiguration
  private let size: Int
  private let onConnect: @Sendable (PostgresConnection, Duration) async throws -> Void
  private let state = Mutex(State())
  private let ids = Atomic(0)

  /// - Parameters:
  ///   - configuration: the server to connect to.
  ///   - size: the largest number of connections.
  ///   - onConnect: prepares a new connection, for instance by `SET`, within a
  ///     limit.
  public init(
    _ configuration: PostgresConfiguration, size: Int,
    onConnect: @escaping @Sendable (PostgresConnection, _ limit: Duration) async throws -> Void = {
      _, _ in
    }
  ) {
    self.configuration = configuration
    self.size = max(1, size)
    self.onConnect = onConnect
  }

  /// Lends a connection to a function, which has it for itself.
  ///
  /// - Parameters:
  ///   - limit: the longest wait for a connection.
  ///   - body: the function.
  /// - Throws: `PostgresError.deadlineExceeded` if none became free in time,
  ///   the errors of connecting, and those of the function.
  @discardableResult
  public func withConnection<Value: Sendable>(
    within limit: Duration = .seconds(10),
    _ body: @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    let connection = try await take(until: .now + limit)
    defer { give(back: connection) }
    return try await body(connection)
  }

  /// Closes all connections and refuses further use.
  public func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      defer { state.waiters = [] }
      return state.waiters
    }
    closeIdle()
    for waiter in waiters { waiter.continuation.resume(returning: .closed) }
  }

  /// Closes the connections that are not in use.
  public func closeIdle() {
    let idle = state.withLock { state in
      defer { state.idle = [] }
      return state.idle
    }
    for connection in idle { connection.close() }
  }

  private func take(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection {
    switch await grant(until: deadline) {
    case .connection(let connection): return connection
    case .closed: throw PostgresError.closed
    case .timeout: throw PostgresError.deadlineExceeded
    case .permit:
      do {
        let connection = try await PostgresConnection.connect(
          to: configuration, within: ContinuousClock.now.duration(to: deadline))
        try await onConnect(connection, ContinuousClock.now.duration(to: deadline))
        return connection
      } catch {
        pass(.permit)
        throw error
      }
    }
  }

  private func grant(until deadline: ContinuousClock.Instant) async -> Grant {
    let id = ids.add(1, ordering: .relaxed).newValue
    let timeout = Task {
      try await Task.sleep(until: deadline, clock: .continuous)
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(returning: .timeout)
    }
    defer { timeout.cancel() }
    return await withCheckedContinuation { continuation in
      let grant = state.withLock { state -> Grant? in
        if state.isClosed { return .closed }
        while let connection = state.idle.popLast() {
          guard !connection.isClosed else { continue }
          state.used += 1
          return .connection(connection)
        }
        if state.used < size {
          state.used += 1
          return .permit
        }
        state.waiters.append(Waiter(id: id, continuation: continuation))
        return nil
      }
      if let grant { continuation.resume(returning: grant) }
    }
  }

  private func give(back connection: PostgresConnection) {
    guard connection.isClosed else { return pass(.connection(connection)) }
    // After a timeout, each of the others would have to time out by itself.
    closeIdle()
    pass(.permit)
  }

  /// Hands a connection, or the permission to open one, to the next caller.
  private func pass(_ grant: Grant) {
    let waiter = state.withLock { state -> Waiter? in
      if !state.isClosed, !state.waiters.isEmpty { return state.waiters.removeFirst() }
      state.used -= 1
      if case .connection(let connection) = grant {
        if state.isClosed { connection.close() } else { state.idle.append(connection) }
      }
      return nil
    }
    waiter?.continuation.resume(returning: grant)
  }
}
