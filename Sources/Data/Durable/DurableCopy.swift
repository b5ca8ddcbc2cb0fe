import Foundation

/// A log that cannot be copied to a place, because it has been used.
struct UsedLogError: Error {}

/// A copy of a log between a file and its database.
package protocol LogCopying: Sendable {
  /// Copies all rows and the history.
  ///
  /// The log of the target has no entry until ``end()``, so that a copy that is interrupted does
  /// not count; another one begins anew.
  func copy() async throws
  /// Makes the copy count.
  func end() async throws
}

/// A copy of a log from one database to another one, of which one is a file.
struct DurableCopy<State: DurableState>: LogCopying {
  let state: State
  let source: any DurableDriver
  let target: any DurableDriver
  /// The one of both that is closed at the end.
  let file: SQLiteDriver

  /// The number of rows that are copied at a time.
  private static var pageSize: Int { 5_000 }

  /// - Throws: `UsedLogError` if the log of the target has an entry.
  func copy() async throws {
    do {
      _ = try await source.load(into: Unloaded(base: state))
      _ = try await target.load(into: Unloaded(base: state))
      try await write { rows in
        for table in state.tables { table.clear(in: &rows) }
        rows.clearHistory()
      }
      try await source.read { rows in
        for table in state.tables { try await copy(table, from: rows) }
        try await copyHistory(from: rows)
      }
    } catch {
      try? await file.close()
      throw error
    }
  }

  private func copyHistory(from rows: any RowSource) async throws {
    var query = VersionQuery(limit: Self.pageSize)
    query.isAscending = true
    while true {
      let page = try await rows.history(query)
      guard let number = page.last?.number else { return }
      query.numbers = number + 1..<Int.max
      try await write { rows in for version in page { rows.keep(version) } }
    }
  }

  /// The log of the target begins.
  func end() async throws {
    let position = LogPosition(number: 1, operation: UUID())
    try await target.write(after: .start, operations: [], until: .now + .seconds(60)) { head in
      guard head.position.number == 0 else { throw UsedLogError() }
      // Instances that run already read the rows.
      return LogBatch(entries: [DurableEntry(position: position, payload: #""reload""#)])
    }
    try await file.close()
  }

  private func copy<Table: StoredTable>(
    _ table: Table, from rows: any RowSource
  ) async throws {
    var last: String?
    while true {
      let page = try await rows.rows(
        of: table, where: nil, is: "", after: last, limit: Self.pageSize)
      guard let key = page.last?.key else { return }
      last = key
      try await write { rows in for row in page { rows.put(row, in: table.name) } }
    }
  }

  private func write(_ put: (inout RowBatch) -> Void) async throws {
    var rows = RowBatch()
    put(&rows)
    let batch = LogBatch(rows: rows)
    try await target.write(after: .start, operations: [], until: .now + .seconds(60)) { head in
      guard head.position.number == 0 else { throw UsedLogError() }
      return batch
    }
  }
}

/// A state whose rows are not loaded.
private struct Unloaded<Base: DurableState>: DurableState {
  typealias Change = Base.Change
  let base: Base

  var tables: [any StoredTable<Self>] { base.tables.map { $0.unloaded() } }
  mutating func apply(_ change: Change, at position: Int) {}
  func put(_ change: Change, at position: Int, into rows: inout RowBatch) {}
}

extension StoredTable {
  fileprivate func unloaded<Other>() -> any StoredTable<Other> {
    RowTable<Other, Row>(Row.self, named: name)
  }

  fileprivate func clear(in rows: inout RowBatch) { rows.clear(Row.self, in: name) }
}
