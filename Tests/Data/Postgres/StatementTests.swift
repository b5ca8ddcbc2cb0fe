import Postgres
import Testing

/// Statements as text and bound values.
@Suite struct StatementTests {
  private static let age = 3

  private static let rows: [(statement: PostgresStatement, sql: String)] = [
    ("SELECT 1", "SELECT 1"),
    ("SELECT \(age) + \(age)", "SELECT $1 + $2"),
    ("SELECT \(nil as Int?)", "SELECT $1"),
    ("SELECT * FROM \(identifier: "animal")", "SELECT * FROM \"animal\""),
    ("SELECT * FROM \(identifier: "a\"b")", "SELECT * FROM \"a\"\"b\""),
    (
      "SELECT \(age) WHERE \("x = \(age) OR \(age) = 12" as PostgresStatement)",
      "SELECT $1 WHERE x = $2 OR $3 = 12"
    ),
    ("SELECT \(age)" + ", \(age)", "SELECT $1, $2"),
  ]

  @Test(arguments: rows.indices)
  func `An interpolated value becomes a parameter`(index: Int) {
    #expect(Self.rows[index].statement.sql == Self.rows[index].sql)
  }
}
