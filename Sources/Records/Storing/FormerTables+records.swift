package import Durable
import Postgres

// The tables before there was a log of changes. What was released never changes.

extension FormerTables {
  /// The tables of a type of record. That of the records has the same columns, and remains.
  static func records<Entity: Record>(of type: Entity.Type) -> FormerTables {
    let path = Entity.names.path
    let fields = Entity.retiredFields + Entity.fields.stored.map(\.name)
    return FormerTables(
      steps: [
        (
          "table",
          "CREATE TABLE \(quoted(path)) (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID"
        )
      ]
        // Columns that are missing are added with those of the log.
        + fields.map { ("field \($0)", "") }
        + [("history", historyOfFile(path)), ("samples", "")],
      conversion: convertedHistoryOfFile(path),
      shared: [
        Migrations.Step("CREATE TABLE \(quoted(path)) (\"id\" text COLLATE \"C\" PRIMARY KEY)"),
        Migrations.Step(sharedHistory(path)),
        Migrations.Step(
          """
          \(convertedSharedHistory(path, to: path));
          DO $$ DECLARE old text; BEGIN
            FOR old IN SELECT indexname FROM pg_indexes
              WHERE schemaname = current_schema()
              AND tablename = \(PostgresStatement.quoted(path, "'"))
              AND indexname LIKE 'unique\\_%'
            LOOP EXECUTE format('DROP INDEX %I', old); END LOOP;
          END $$
          """, oldestProgram: 2),
      ])
  }

  /// Creates the table with the history of records in a file.
  package static func historyOfFile(_ path: String) -> String {
    let history = quoted("\(path) history")
    return """
      CREATE TABLE \(history) (
        number INTEGER PRIMARY KEY AUTOINCREMENT, record TEXT NOT NULL, time INTEGER NOT NULL,
        visitor TEXT, kind TEXT NOT NULL, before TEXT, after TEXT) STRICT
      """
  }

  /// Moves the history of records in a file to that of all logs.
  package static func convertedHistoryOfFile(_ path: String) -> String {
    let history = quoted("\(path) history")
    return """
      INSERT INTO history (record, time, visitor, kind, before, after)
      SELECT record, time, visitor, kind, before, after FROM \(history) ORDER BY number;
      DROP TABLE \(history);
      """
  }

  /// Creates the table with the history of records in a shared database.
  package static func sharedHistory(_ path: String) -> String {
    let name = "\(path) history"
    let history = quoted(name)
    return """
      CREATE TABLE \(history) (
        "number" bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        "record" text COLLATE "C" NOT NULL,
        "time" bigint NOT NULL,
        "visitor" text,
        "kind" text NOT NULL,
        "before" text,
        "after" text);
      CREATE INDEX \(quoted("\(name) of records")) ON \(history) ("record", "number");
      CREATE INDEX \(quoted("\(name) by time")) ON \(history) ("time");
      """
  }

  /// Moves the history of records in a shared database to that of all logs.
  package static func convertedSharedHistory(_ path: String, to log: String) -> String {
    let history = quoted("\(path) history")
    return """
      \(PostgresDriver.historyTable);
      INSERT INTO history (log, record, "time", visitor, kind, before, after)
      SELECT \(PostgresStatement.quoted(log, "'")), record, "time", visitor, kind, before, after
      FROM \(history) ORDER BY number;
      DROP TABLE \(history)
      """
  }

  private static func quoted(_ name: String) -> String { PostgresStatement.quoted(name, "\"") }
}
