package import Foundation
package import GRDB
import ImmutableUI

// SQL statements on the table of records. Names of tables and columns come from
// the validated declaration and are quoted; values are bound.

/// The statements on the tables of a type, composed once.
package struct RecordsTable<Entity: Record>: Sendable {
  private let versionInsertion: String
  private let versionTrimming: String
  private let versionExpiry: String
  private let versionsOfRecord: String
  private let versionsInOrder: String
  private let limit = Entity.history

  package init() {
    let versions = Entity.historyTable.quotedDatabaseIdentifier
    versionInsertion = """
      INSERT INTO \(versions) ("record", "time", "visitor", "kind", "before", "after")
      VALUES (?, ?, ?, ?, ?, ?)
      """
    versionTrimming = """
      DELETE FROM \(versions) WHERE "record" = ?1 AND "number" <= (
        SELECT "number" FROM \(versions) WHERE "record" = ?1
        ORDER BY "number" DESC LIMIT 1 OFFSET ?2)
      """
    versionExpiry = "DELETE FROM \(versions) WHERE \"time\" < ?"
    versionsOfRecord = "SELECT * FROM \(versions) WHERE \"record\" = ? ORDER BY \"number\" DESC"
    versionsInOrder = """
      SELECT * FROM \(versions) WHERE "number" > ? ORDER BY "number" LIMIT ?
      """
  }

  // MARK: History

  /// Writes a change to the history, and removes the versions that are too many.
  package func note(
    _ edit: RecordEdit<Entity>, by origin: ChangeOrigin, in db: Database
  ) throws {
    try insert(VersionRow(edit, by: origin), in: db)
    // The first change of a record replaces none.
    guard edit.old != nil || origin.cause == .restoration else { return }
    try db.cachedStatement(sql: versionTrimming).execute(arguments: [edit.id, limit.versions])
  }

  /// Removes the versions that are too old.
  package func expire(at date: Date, in db: Database) throws {
    // A type that has no history any longer loses all of it.
    try db.cachedStatement(sql: versionExpiry).execute(
      arguments: [limit == .none ? Int.max : limit.start(at: date)])
  }

  package func insert(_ row: VersionRow, in db: Database) throws {
    try db.cachedStatement(sql: versionInsertion).execute(
      arguments: [row.record, row.time, row.visitor, row.kind.rawValue, row.before, row.after])
  }

  /// Returns the changes of a record, the newest first.
  package func history(of id: String, in db: Database) throws -> [RecordVersion] {
    try Row.fetchAll(db, sql: versionsOfRecord, arguments: [id]).compactMap { row in
      VersionRow(row).flatMap { RecordVersion(number: row["number"], $0) }
    }
  }

  /// Returns some rows of the history after a number, in order.
  package func history(
    after number: Int, limit: Int, in db: Database
  ) throws -> [(number: Int, row: VersionRow)] {
    try Row.fetchAll(db, sql: versionsInOrder, arguments: [number, limit])
      .compactMap { row in VersionRow(row).map { (row["number"], $0) } }
  }
}

extension VersionRow {
  /// Creates a row; `nil` if it is one of a later version of the program.
  fileprivate init?(_ row: Row) {
    guard let kind = RecordVersion.Kind(rawValue: row["kind"]) else { return nil }
    self.init(
      record: row["record"], time: row["time"], visitor: row["visitor"], kind: kind,
      before: row["before"], after: row["after"])
  }
}

extension Record {
  /// The name of the table with the history. No path contains a space.
  package static var historyTable: String { "\(names.path) history" }
}
