import Foundation
package import GRDB

extension DatabaseMigrator {
  /// Returns the migrations: one for the table and one for each field, so that a
  /// field that is added later becomes a new column, whose default is the value
  /// of a blank record.
  static func records<Entity: Record>(of type: Entity.Type) -> DatabaseMigrator {
    let table = Entity.names.path
    var migrator = DatabaseMigrator()
    migrator.registerMigration("table") { db in
      try db.create(table: table, options: [.strict, .withoutRowID]) {
        $0.primaryKey("id", .text)
      }
    }
    for name in Entity.retiredFields {
      // Nothing to do: an old database has the column, a new one does not need it.
      migrator.registerMigration("field \(name)") { _ in }
    }
    for field in Entity.fields.stored {
      migrator.registerMigration("field \(field.name)") { db in
        try db.alter(table: table) { table in
          let column = table.add(column: field.name, field.columnType)
          if let value = field.value(of: Entity()) { column.defaults(to: value.databaseValue) }
          if !field.isOptional { column.notNull() }
        }
      }
    }
    migrator.registerMigration("history") { try $0.createHistory(of: type) }
    migrator.registerMigration("samples") { db in
      let records = RecordsTable<Entity>()
      guard try records.entries(in: db).isEmpty else { return }
      for sample in Entity.samples {
        try records.insert(Entry(id: UUID().uuidString, record: sample), in: db)
      }
    }
    return migrator
  }
}

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
