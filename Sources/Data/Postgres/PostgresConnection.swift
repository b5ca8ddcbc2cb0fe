import CPostgres
import Foundation
import Synchronization

/// A connection to PostgreSQL.
///
/// Each connection has a thread of its own, on which libpq is used without
/// blocking. Statements run one after the other, in the order of the calls.
/// Every call has a deadline; when it passes, the connection is closed, since
/// nobody knows whether the statement was executed.
///
/// ```swift
/// let connection = try await PostgresConnection.connect(
///   to: PostgresConfiguration("postgresql:///fieldguide"))
/// defer { connection.close() }
/// let rows = try await connection.query("SELECT name FROM animal WHERE diet = \("carnivore")")
/// for row in rows { print(try row.decode(String.self)) }
/// ```
public final class PostgresConnection: Sendable {
  private let control: SessionControl
  /// The process id of the server's process for this session.
  public let backendID: Int

  private init(control: SessionControl, backendID: Int) {
    self.control = control
    self.backendID = backendID
  }

  deinit { control.close(.closed) }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - configuration: the hosts, the database and the user.
  ///   - limit: the longest wait for the connection.
  ///   - onNotification: called on the connection's thread with each
  ///     notification of a channel that the session listens to.
  ///   - onEnd: called once, on the connection's thread, when the connection
  ///     has ended.
  /// - Throws: `PostgresError.cannotConnect` or `.deadlineExceeded`.
  public static func connect(
    to configuration: PostgresConfiguration, within limit: Duration = .seconds(10),
    onNotification: @escaping @Sendable (PostgresNotification) -> Void = { _ in },
    onEnd: @escaping @Sendable (PostgresError) -> Void = { _ in }
  ) async throws(PostgresError) -> PostgresConnection {
    let control = try SessionControl()
    let deadline = ContinuousClock.now + limit
    // The connection is made by the caller's task: the thread sanitizer does not see that
    // a continuation orders what its thread wrote before what its task reads.
    let result: Result<Int, PostgresError> =
      await withCheckedContinuation { waiter in
        Thread.detachNewThread {
          let session: Session
          do throws(PostgresError) {
            session = try Session(
              configuration, control: control, until: deadline, onNotification: onNotification)
          } catch {
            control.close(error)
            waiter.resume(returning: .failure(error))
            return
          }
          waiter.resume(returning: .success(session.backendID))
          let end = serve(session, control)
          control.close(end)
          control.failAll()
          onEnd(end)
        }
      }
    return PostgresConnection(control: control, backendID: try result.get())
  }

  /// Runs jobs and delivers notifications until the connection ends.
  private static func serve(_ session: Session, _ control: SessionControl) -> PostgresError {
    while true {
      if control.isClosed { return .closed }
      if let job = control.next() {
        if ContinuousClock.now >= job.deadline {
          // Nothing was sent: the connection remains usable.
          job.run(.failure(.deadlineExceeded))
        } else {
          job.run(.success(session))
        }
        if let failure = session.failure { return failure }
      } else {
        do throws(PostgresError) {
          try session.idle()
        } catch {
          return error
        }
      }
    }
  }

  /// Runs a statement.
  ///
  /// - Parameters:
  ///   - statement: one SQL statement.
  ///   - limit: the longest wait for the response, including the wait for
  ///     earlier statements.
  /// - Returns: the rows that it returned.
  /// - Throws: `PostgresError`; after `.server` the connection can be used on.
  @discardableResult
  public func query(
    _ statement: PostgresStatement, within limit: Duration = .seconds(10)
  ) async throws(PostgresError) -> PostgresRows {
    let rows = try await pipeline([statement], within: limit)
    guard let first = rows.first else { throw .decoding("The statement returned no result.") }
    return first
  }

  /// Runs several statements in one round trip.
  ///
  /// Outside of a transaction they are one transaction, which is committed
  /// after the last. A statement that fails prevents the later ones, and rolls
  /// back a transaction that the pipeline began itself.
  ///
  /// - Returns: the rows of each statement.
  /// - Throws: `PostgresError`, the first one.
  @discardableResult
  public func pipeline(
    _ statements: [PostgresStatement], within limit: Duration = .seconds(10)
  ) async throws(PostgresError) -> [PostgresRows] {
    try await perform(within: limit) { session, deadline throws(PostgresError) in
      try session.run(statements, until: deadline)
    }
  }

  /// Runs a script of statements without values as one transaction.
  ///
  /// - Parameters:
  ///   - script: statements that are separated by semicolons, written by the
  ///     program itself.
  ///   - limit: the longest time that it may take.
  public func execute(
    script: String, within limit: Duration = .seconds(60)
  ) async throws(PostgresError) {
    try await perform(within: limit) { session, deadline throws(PostgresError) in
      try session.runScript(script, until: deadline)
    }
  }

  /// Runs a function between `BEGIN` and `COMMIT`; an error rolls back.
  ///
  /// No one else may use the connection until it returns: take it from a pool.
  @discardableResult
  public func transaction<Value: Sendable>(
    _ begin: PostgresStatement = "BEGIN", within limit: Duration = .seconds(10),
    _ body: @Sendable (PostgresConnection) async throws -> Value
  ) async throws -> Value {
    try await query(begin, within: limit)
    do {
      let value = try await body(self)
      try await query("COMMIT", within: limit)
      return value
    } catch {
      // Fails if the connection is lost; then the server rolls back by itself.
      _ = try? await query("ROLLBACK", within: limit)
      throw error
    }
  }

  /// Copies rows out of the database.
  ///
  /// - Parameters:
  ///   - statement: a `COPY … TO STDOUT (FORMAT binary)`.
  ///   - limit: the longest time that it may take.
  ///   - row: called with each row on the connection's thread. An error ends
  ///     the copy and closes the connection.
  public func copyOut(
    _ statement: PostgresStatement, within limit: Duration = .seconds(60),
    row: @escaping @Sendable (PostgresCopyRow) throws(PostgresError) -> Void
  ) async throws(PostgresError) {
    try await perform(within: limit) { session, deadline throws(PostgresError) in
      try session.copyOut(statement, until: deadline, row: row)
    }
  }

  /// Closes the connection. Statements that wait or run fail with `.closed`.
  public func close() {
    control.close(.closed)
  }

  /// True if the connection has ended or was closed.
  public var isClosed: Bool { control.isClosed }

  /// Runs a function on the connection's thread.
  private func perform<Value: Sendable>(
    within limit: Duration,
    _ body: @escaping @Sendable (Session, ContinuousClock.Instant) throws(PostgresError) -> Value
  ) async throws(PostgresError) -> Value {
    let deadline = ContinuousClock.now + limit
    let result: Result<Value, PostgresError> = await withCheckedContinuation { waiter in
      control.add(
        SessionControl.Job(deadline: deadline) { session in
          waiter.resume(
            returning: Result { () throws(PostgresError) in try body(session.get(), deadline) })
        })
    }
    return try result.get()
  }
}

/// A message that a session sent with `NOTIFY`.
public struct PostgresNotification: Hashable, Sendable {
  public let channel: String
  public let payload: String

  init(_ notification: PGnotify) {
    channel = String(cString: notification.relname)
    payload = notification.extra.map { String(cString: $0) } ?? ""
  }
}
