public import Foundation
import GRDB
public import ImmutableData
public import Storage

/// A storage of records in an SQLite database, with a column for each field.
///
/// A mutation returns when its change is on disk: see `DatabaseFile`.
public final class RecordsFile<Entity: Record>: RecordsStorage {
  public typealias Change = RecordsAction<Entity>.Change

  /// The database file.
  public let file: DatabaseFile

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
    try await file.read { try $0.entries() }
  }

  @discardableResult
  public func add(_ entry: Entry<Entity>, in turn: ActionTurn? = nil) async throws -> [Change] {
    try await write(in: turn) { db in
      if let existing: Entry<Entity> = try db.entry(entry.id) {
        guard existing == entry else { throw RecordsError.idInUse }
      } else {
        try db.insert(entry)
      }
      return [.put(entry)]
    }
  }

  @discardableResult
  public func update(
    _ entry: Entry<Entity>, replacing old: Entity, in turn: ActionTurn? = nil
  ) async throws -> [Change] {
    try await write(in: turn) { db in
      try db.update(entry)
      guard db.changesCount == 1 else { throw RecordsError.notFound }
      return [.put(entry)]
    }
  }

  @discardableResult
  public func delete(
    _ id: String, replacing old: Entity, in turn: ActionTurn? = nil
  ) async throws -> [Change] {
    try await write(in: turn) { db in
      try db.deleteEntry(id, of: Entity.self)
      guard db.changesCount == 1 else { throw RecordsError.notFound }
      return [.delete(id: id)]
    }
  }

  /// Writes in a transaction. If a change that is under way has the same unique values,
  /// the rule is checked again when that has ended.
  private func write(
    in turn: ActionTurn?, _ updates: @escaping @Sendable (Database) throws -> [Change]
  ) async throws -> [Change] {
    try await file.write(in: turn) { db in
      do {
        return try updates(db)
      } catch let error as DatabaseError
        where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE
      {
        throw RecordsError.stale
      }
    }
  }
}
