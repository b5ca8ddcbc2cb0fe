import Foundation
import GRDB

// The statements on quakes.

extension Database {
  func quakes() throws -> [Quake] {
    let statement = try RawStatement(self, "SELECT \(QuakeColumns.columns) FROM quake")
    var quakes: [Quake] = []
    while try statement.step() { quakes.append(QuakeColumns.quake(statement)) }
    return quakes
  }

  /// Inserts quakes, or replaces those with the same IDs.
  func save(_ quakes: [Quake]) throws {
    guard !quakes.isEmpty else { return }
    let statement = try RawStatement(
      self,
      "INSERT OR REPLACE INTO quake (\(QuakeColumns.columns)) VALUES (\(QuakeColumns.placeholders))"
    )
    for quake in quakes {
      try QuakeColumns.bind(quake, to: statement)
      try statement.run()
    }
  }

  func deleteQuakes(_ ids: [Quake.ID]) throws {
    try runForEach("DELETE FROM quake WHERE quakeId = ?", ids)
  }

  /// Deletes all quakes, whose time is no longer known.
  func deleteAllQuakes() throws {
    try execute(sql: "DELETE FROM quake")
    try execute(sql: "DELETE FROM knownTime WHERE deleted IS NULL")
  }

  /// Moves all quakes to the deleted ones, and their time with them.
  func keepAllQuakes(date: Date) throws {
    let seconds = date.timeIntervalSinceReferenceDate
    try execute(
      sql: """
        INSERT OR REPLACE INTO keptQuake (\(QuakeColumns.columns), deleted)
        SELECT \(QuakeColumns.columns), ? FROM quake
        """,
      arguments: [seconds])
    guard changesCount > 0 else { return }
    try execute(
      sql: "UPDATE knownTime SET deleted = ? WHERE deleted IS NULL", arguments: [seconds])
    try deleteAllQuakes()
  }

  func keptQuakes() throws -> [DeletedQuake] {
    let statement = try RawStatement(
      self, "SELECT \(QuakeColumns.columns), deleted FROM keptQuake")
    var quakes: [DeletedQuake] = []
    while try statement.step() {
      let date = Date(
        timeIntervalSinceReferenceDate: statement.double(at: QuakeColumns.count) ?? 0)
      quakes.append(DeletedQuake(QuakeColumns.quake(statement), at: date))
    }
    return quakes
  }

  /// Saves deleted quakes, or replaces those with the same IDs.
  func keep(_ quakes: [DeletedQuake]) throws {
    guard !quakes.isEmpty else { return }
    let statement = try RawStatement(
      self,
      """
      INSERT OR REPLACE INTO keptQuake (\(QuakeColumns.columns), deleted)
      VALUES (\(QuakeColumns.placeholders), ?)
      """)
    for deleted in quakes {
      try QuakeColumns.bind(deleted.quake, to: statement)
      try statement.bind(
        deleted.date.timeIntervalSinceReferenceDate, at: QuakeColumns.count + 1)
      try statement.run()
    }
  }

  func release(_ ids: [Quake.ID]) throws {
    try runForEach("DELETE FROM keptQuake WHERE quakeId = ?", ids)
  }

  func removeDeletedIds(_ ids: [Quake.ID]) throws {
    try runForEach("DELETE FROM deletedQuake WHERE quakeId = ?", ids)
  }

  func saveDeletedIds(_ ids: [Quake.ID]) throws {
    try runForEach("INSERT OR IGNORE INTO deletedQuake (quakeId) VALUES (?)", ids)
  }

  /// Deletes an event, and saves all its IDs as deleted.
  func deletePermanently(_ id: Quake.ID) throws {
    let query = try RawStatement(
      self, "SELECT \(QuakeColumns.columns) FROM quake WHERE quakeId = ?")
    try query.bind(id, at: 1)
    let otherIds = try query.step() ? QuakeColumns.quake(query).otherIds : []
    try query.reset()
    try deleteQuakes([id])
    try saveDeletedIds([id] + otherIds)
  }

  private func runForEach(_ sql: String, _ ids: [Quake.ID]) throws {
    guard !ids.isEmpty else { return }
    let statement = try RawStatement(self, sql)
    for id in ids {
      try statement.bind(id, at: 1)
      try statement.run()
    }
  }
}
