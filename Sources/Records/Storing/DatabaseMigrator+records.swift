package import GRDB

extension Database {
  /// Creates the table with the history of records.
  package func createHistory<Entity: Record>(of type: Entity.Type) throws {
    let history = Entity.historyTable
    try create(table: history, options: .strict) { table in
      table.autoIncrementedPrimaryKey("number")
      table.column("record", .text).notNull()
      table.column("time", .integer).notNull().indexed()
      table.column("visitor", .text)
      table.column("kind", .text).notNull()
      table.column("before", .text)
      table.column("after", .text)
    }
    try create(index: "\(history) of records", on: history, columns: ["record", "number"])
  }
}
