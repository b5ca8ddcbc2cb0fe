import Foundation
import GRDB

// The statements on the reports of events.

/// The maximum number of reports in a file, of up to about 100 kB each.
private let maximumReports = 1_000

extension Database {
  func report(of quakeId: Quake.ID) throws -> EventReport? {
    try String.fetchOne(
      self, sql: "SELECT content FROM report WHERE quakeId = ?", arguments: [quakeId]
    )
    .map { try JSONDecoder().decode(EventReport.self, from: Data($0.utf8)) }
  }

  func save(_ report: EventReport) throws {
    let content = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
    try execute(
      sql: "INSERT OR REPLACE INTO report (quakeId, fetched, content) VALUES (?, ?, ?)",
      arguments: [report.quakeId, report.fetched.timeIntervalSinceReferenceDate, content])
    try execute(
      sql: """
        DELETE FROM report WHERE quakeId IN (
          SELECT quakeId FROM report ORDER BY fetched DESC LIMIT -1 OFFSET ?)
        """,
      arguments: [maximumReports])
  }
}
