public import Foundation
import GRDB
public import Postgres
import Storage

/// The database of one log: it keeps rows, entries and positions, and knows no rule of a store.
public protocol DurableDriver: Sendable {
  /// The database that other instances share; `nil` for a file. Of a shared log each entry has its
  /// change as JSON.
  var shared: SharedDatabase? { get }

  /// Creates the tables and columns that are missing, and reads all rows in one snapshot.
  ///
  /// - Parameter empty: the state without rows.
  /// - Returns: the state, and the position of the last entry.
  func load<State: DurableState>(
    into empty: State
  ) async throws -> (state: State, position: LogPosition)

  /// Writes entries and rows in one transaction, whose only writer it is.
  ///
  /// - Parameters:
  ///   - position: the position that is in memory.
  ///   - operations: the ids of the operations.
  ///   - deadline: the time until which a lost connection is replaced.
  ///   - decide: returns what to write after the head of the log. It may be called again, and
  ///     is called on any thread.
  /// - Throws: `DurableError.diverged` if the log has no entry at the position, the errors of
  ///   `decide`, and those of the database.
  func write(
    after position: LogPosition, operations: [UUID], until deadline: ContinuousClock.Instant,
    decide: @escaping @Sendable (LogHead) throws -> LogBatch
  ) async throws

  /// Returns the entries after a position.
  ///
  /// - Throws: `DurableError.diverged` if the log has no entry at the position.
  func entries(after position: LogPosition) async throws -> [DurableEntry]

  /// Calls a function soon after another instance has written, until the driver is closed.
  func follow(_ wake: @escaping @Sendable () -> Void)

  /// Reads rows and versions that belong together.
  func read<Value: Sendable>(
    _ body: @escaping @Sendable (any RowSource) async throws -> Value
  ) async throws -> Value

  /// Removes old entries.
  ///
  /// - Parameters:
  ///   - age: the age from which an entry may be removed.
  ///   - count: the number of entries that remain whatever their age.
  func trim(olderThan age: Duration, keeping count: Int) async throws

  /// Closes the file. A connection that several logs share remains open.
  func close() async throws
}

extension DurableDriver {
  /// True if other instances may write.
  var isShared: Bool { shared != nil }

  /// Does periodic work on one of the instances.
  ///
  /// - Returns: true if this instance did the work.
  package func lease(
    _ name: String, every interval: Duration, for duration: Duration,
    _ work: @Sendable () async throws -> Void
  ) async throws -> Bool {
    if let shared { return try await shared.lease(name, every: interval, for: duration, work) }
    try await work()
    return true
  }
}

/// The rows and the history of a log, in one snapshot.
public protocol RowSource: Sendable {
  /// Returns rows in the order of their keys.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - column: a column that has a value; `nil` for all rows.
  ///   - value: the value.
  ///   - key: a key that those of the rows are greater than; `nil` for the first.
  ///   - limit: the largest number of rows.
  func rows<Table: StoredTable>(
    of table: Table, where column: String?, is value: String, after key: String?, limit: Int
  ) async throws -> [Table.Row]

  /// Returns versions by number, in the order of the query.
  func history(_ query: VersionQuery) async throws -> [Version]
}

/// The state of a log at the beginning of a transaction.
public struct LogHead: Sendable {
  /// The entries that the memory does not have.
  var entries: [DurableEntry] = []
  /// The position of the last entry.
  var position: LogPosition
  /// The numbers of the operations that have been performed before.
  var performed: [UUID: Int] = [:]
}

/// The rows and entries that a transaction writes.
public struct LogBatch: Sendable {
  var entries: [DurableEntry] = []
  var rows = RowBatch()

  var isEmpty: Bool { entries.isEmpty && rows.isEmpty }
}

/// A change in a log.
public struct DurableEntry: Hashable, Sendable {
  /// The number of the change, and the operation that made it.
  var position: LogPosition
  /// The change as JSON; empty in the file of a single instance.
  var payload: String
}

/// An error of a log or of its database.
public enum DurableError: Error, Hashable, Sendable {
  /// Too many operations wait.
  case busy
  /// The log was restored or trimmed, or has lost its tail: everything has to be loaded again.
  case diverged
  /// The log has not been loaded.
  case notLoaded
  /// The log was closed by the program.
  case closed
  /// The shared database did not respond in time. If `mayHaveBeenSaved` is true, the change was
  /// sent and its outcome is unknown.
  case unavailable(mayHaveBeenSaved: Bool, PostgresError)
  /// The shared database cannot be used by this program. The message says what to do, without a
  /// capital letter and a full stop.
  case unusable(String)
}

extension DurableError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unavailable(true, let error): "\(error); the change may have been saved"
    case .unavailable(false, let error): "\(error)"
    case .unusable(let message): message
    default: errorDescription ?? ""
    }
  }

  /// True if the shared database is away, so that a later attempt may succeed.
  static func isOutage(_ error: any Error) -> Bool {
    switch error {
    case DurableError.unavailable(_, let error): error.isOutage
    case let error as PostgresError: error.isOutage
    default: false
    }
  }

  /// True if a database is usable, and refused the rows of a transaction.
  static func isRejection(_ error: any Error) -> Bool {
    switch error {
    case let error as DatabaseFileError: error.reason == .other
    case let error as DatabaseError: error.resultCode == .SQLITE_CONSTRAINT
    case PostgresError.server: true
    default: false
    }
  }
}

/// The messages for visitors whose change failed.
extension DurableError: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .busy: "Too many changes are waiting, so the change was not saved. Try again in a moment."
    case .diverged:
      "The data were restored in the meantime, so the change was not saved. Try again."
    case .notLoaded: "The data are not loaded yet. Try again in a moment."
    case .closed: "The program is being stopped, so the change was not saved."
    case .unavailable(mayHaveBeenSaved: true, _):
      "The database did not respond, so the change may or may not be saved. Check before you try "
        + "again."
    case .unavailable(mayHaveBeenSaved: false, _):
      "The database cannot be reached, so the change was not saved. Try again in a moment."
    case .unusable: "The database cannot be used at the moment, so the change was not saved."
    }
  }
}

/// A place in a log: the number of a change and the operation that made it.
///
/// The operation tells a log that was restored or lost its tail from the one that was read
/// before: the same number then belongs to another operation.
public struct LogPosition: Hashable, Sendable {
  /// The number of the change. The numbers of a log have no gaps.
  public var number: Int
  /// The id of the operation that made the change.
  public var operation: UUID
}
