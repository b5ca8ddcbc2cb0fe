/// The tables of the versions of a program before the log, and the way from there.
///
/// The names, the order and the result of the steps of a released version never change. Those of a file run if it has a table, so
/// that a new file begins with the tables of the log.
///
/// ```swift
/// let former = FormerTables(
///   steps: [("1: plants", "CREATE TABLE plants (id TEXT PRIMARY KEY) STRICT")],
///   conversion: "INSERT INTO plant (id) SELECT id FROM plants; DROP TABLE plants")
/// ```
public struct FormerTables: Sendable {
  /// The steps of the schema of a file.
  let steps: [(name: String, script: String)]
  /// Statements before the new tables are created, such as `ALTER TABLE … RENAME TO …`.
  let preparation: String
  /// Statements that copy the rows into the new tables, and drop the former ones.
  let conversion: String
  /// The versions of the tables of a shared database, the oldest first. The last one ends with
  /// the tables of the log.
  let shared: [Migrations.Step]

  public init(
    steps: [(name: String, script: String)] = [], preparation: String = "", conversion: String = "",
    shared: [Migrations.Step] = []
  ) {
    self.steps = steps
    self.preparation = preparation
    self.conversion = conversion
    self.shared = shared
  }
}
