import Foundation
import GRDB
import HashTreeCollections

// The statements on the ledger.

extension Database {
  func deletedIds() throws -> TreeSet<Quake.ID> {
    TreeSet(try String.fetchAll(self, sql: "SELECT quakeId FROM deletedQuake"))
  }

  func feedId() throws -> UUID? {
    try String.fetchOne(self, sql: "SELECT id FROM feedId").flatMap(UUID.init)
  }

  func save(feedId: UUID) throws {
    try execute(sql: "UPDATE feedId SET id = ?", arguments: [feedId.uuidString])
  }

  func lastRefresh() throws -> QuakesState.Refresh? {
    guard let row = try Row.fetchOne(self, sql: "SELECT * FROM refresh"),
      let range = QuakesFeed.Range(rawValue: row["range"])
    else { return nil }
    return QuakesState.Refresh(
      range: range, generated: Date(timeIntervalSinceReferenceDate: row["generated"]),
      counts: QuakesState.Refresh.Counts(
        new: row["new"], changed: row["changed"], renamed: row["renamed"],
        withdrawn: row["withdrawn"], skipped: row["skipped"], unchanged: row["unchanged"]))
  }

  func knownTime() throws -> KnownTime {
    func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
    return KnownTime(
      rows: try Row.fetchAll(self, sql: "SELECT * FROM knownTime").compactMap { row in
        KnownTime.Row(
          since: date(row["since"]), until: date(row["until"]),
          deletion: (row["deleted"] as Double?).map(date))
      })
  }

  func save(_ known: KnownTime) throws {
    try execute(sql: "DELETE FROM knownTime")
    for row in known.rows {
      try execute(
        sql: "INSERT INTO knownTime (since, until, deleted) VALUES (?, ?, ?)",
        arguments: [
          row.period.lowerBound.timeIntervalSinceReferenceDate,
          row.period.upperBound.timeIntervalSinceReferenceDate,
          row.deletion?.timeIntervalSinceReferenceDate,
        ])
    }
  }

  func save(_ refresh: QuakesState.Refresh) throws {
    let counts = refresh.counts
    try execute(
      sql: """
        INSERT OR REPLACE INTO refresh (
          refreshId, range, generated, new, changed, renamed, withdrawn, skipped, unchanged
        ) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        refresh.range.rawValue, refresh.generated.timeIntervalSinceReferenceDate, counts.new,
        counts.changed, counts.renamed, counts.withdrawn, counts.skipped, counts.unchanged,
      ])
  }
}
