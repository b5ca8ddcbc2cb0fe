public import Foundation
import GRDB
public import ImmutableData
public import Storage

/// A storage of records in an SQLite database, with a column for each field, and a table
/// with their history.
///
/// A mutation returns when its change is on disk: see `DatabaseFile`.
public final class RecordsFile<Entity: Record>: RecordsStorage {
  public typealias Change = RecordsAction<Entity>.Change

  /// The database file.
  public let file: DatabaseFile
  private let table = RecordsTable<Entity>()

  /// Creates a storage. The database is opened by the first operation.
  ///
  /// - Parameters:
  ///   - url: the URL of the file; `nil` for a database in memory.
  ///   - report: called with reports for the operator.
  public init(
    url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the \(Entity.names.many)", migrator: .records(of: Entity.self),
      report: report, filledBy: { try $0.adaptTable(of: Entity.self) })
  }

  public func load() async throws -> [Change] {
    [.everything(try await entries())]
  }

  /// Returns all records.
  public func entries() async throws -> [Entry<Entity>] {
    try await file.read { [table] in try table.entries(in: $0) }
  }

  /// Adds a record, as a form of a visitor who has not signed in does.
  ///
  /// - Throws: see `write(_:in:)`.
  public func add(_ entry: Entry<Entity>) async throws {
    try await write(
      RecordsOperation(
        id: entry.id, edits: [RecordEdit(id: entry.id, old: nil, new: entry.record)]))
  }

  /// Replaces all records, without a trace in the history, as in a copy of the data.
  func replaceEntries(by entries: [Entry<Entity>]) async throws {
    try await file.write { [table] in try table.replaceEntries(by: entries, in: $0) }
  }

  /// Adds rows to the history.
  func append(_ rows: [VersionRow]) async throws {
    try await file.write { [table] db in for row in rows { try table.insert(row, in: db) } }
  }

  /// Returns some rows of the history after a number, in order.
  func history(after number: Int, limit: Int) async throws -> [(number: Int, row: VersionRow)] {
    try await file.read { [table] in try table.history(after: number, limit: limit, in: $0) }
  }

  @discardableResult
  public func write(
    _ operation: RecordsOperation<Entity>, in turn: ActionTurn? = nil
  ) async throws -> [Change] {
    try await write(operation, in: turn) { _ in }
  }

  public func write(
    _ operation: RecordsOperation<Entity>, in turn: ActionTurn?,
    progress: @escaping @Sendable (_ done: Int) -> Void
  ) async throws -> [Change] {
    try await file.write(in: turn) { [table] db in
      do {
        try table.perform(operation, in: db, progress)
        return operation.changes
      } catch let error as DatabaseError
        where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
      {
        // A change that is under way has the same unique values: the rule is checked again
        // when that has ended.
        throw RecordsError.stale
      }
    }
  }

  public func history(of id: String) async throws -> [RecordVersion] {
    try await file.read { [table] in try table.history(of: id, in: $0) }
  }
}
