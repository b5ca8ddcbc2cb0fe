import Foundation
import Postgres
import TestSupport
import Testing

/// Values on their way to the server and back.
@Suite(.timeLimit(.minutes(2)))
struct ValueTests {
  /// A value, and its text as the server prints it.
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (PostgresConnection) async throws -> Void

    init<Value: PostgresValue & Equatable>(
      _ value: Value, _ type: PostgresStatement, _ text: String?
    ) {
      testDescription = "\(type.sql) \(text ?? "null")"
      check = { connection in
        let rows = try await connection.query(
          "SELECT x, x::text FROM (SELECT \(value)::\(type) AS x) AS one")
        let (back, printed) = try rows[0].decode(Value.self, String?.self)
        #expect(back == value)
        #expect(printed == text)
      }
    }
  }

  private static let rows = [
    Row(true, "boolean", "true"),
    Row(false, "boolean", "false"),
    Row(nil as Bool?, "boolean", nil),
    Row(0, "bigint", "0"),
    Row(Int.min, "bigint", "-9223372036854775808"),
    Row(-7, "integer", "-7"),
    Row(300, "smallint", "300"),
    Row(0.1, "float8", "0.1"),
    Row(-Double.infinity, "float8", "-Infinity"),
    Row(0.5, "float4", "0.5"),
    Row("", "text", ""),
    Row("Ænima 🐙 '\"\\;--$1", "text", "Ænima 🐙 '\"\\;--$1"),
    Row("Newt", "varchar", "Newt"),
    Row(nil as String?, "text", nil),
    Row([String](), "text[]", "{}"),
    Row(["a", "", "NULL", "b,c"], "text[]", "{a,\"\",\"NULL\",\"b,c\"}"),
    Row(PostgresJSON(#"{"a": "\\u0000"}"#), "json", #"{"a": "\\u0000"}"#),
    Row(
      UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)), "uuid",
      "00010203-0405-0607-0809-0a0b0c0d0e0f"),
    Row(Date(timeIntervalSince1970: 1.5), "timestamptz", "1970-01-01 00:00:01.5+00"),
    Row(Date(timeIntervalSince1970: 4_102_444_800), "timestamptz", "2100-01-01 00:00:00+00"),
  ]

  @Test(arguments: [
    (#"{"a": "\u0000"}"#, #"{"a": "\uFFFD"}"#),
    (#"["\\\u0000\\u0000\"", "\u0000"]"#, #"["\\\uFFFD\\u0000\"", "\uFFFD"]"#),
    (#""\u000a""#, #""\u000a""#), ("\"\\", "\"\\"),
  ])
  func `An escaped null character in JSON is replaced`(text: String, sent: String) {
    var bytes: [UInt8] = [7]
    _ = PostgresJSON(text).encode(into: &bytes)
    #expect(String(decoding: bytes.dropFirst(), as: UTF8.self) == sent)
  }

  @Test func `A value comes back as it was sent`() async throws {
    let connection = try await TestDatabase().connect()
    try await connection.query("SET TimeZone TO 'UTC'")
    for row in Self.rows { try await row.check(connection) }
  }

  @Test(arguments: [
    ("SELECT 1::bigint, 2::bigint", "The row has 2 columns, not 1."),
    ("SELECT 'x'::text AS name", "The column “name” is not of type Int."),
    ("SELECT NULL::bigint AS count", "The column “count” is null."),
    ("SELECT 1.5::numeric AS size", "The column “size” is not of type Int."),
  ])
  func `A column of another type is an error`(sql: String, message: String) async throws {
    let connection = try await TestDatabase().connect()
    let rows = try await connection.query(PostgresStatement(unsafe: sql))
    #expect(throws: PostgresError.decoding(message)) { try rows[0].decode(Int.self) }
  }

  @Test func `A null character is sent as the replacement character`() async throws {
    let connection = try await TestDatabase().connect()
    let rows = try await connection.query(
      "SELECT \("a\0b"), \(["\0", "a\r\n\0"]), 1 AS \(identifier: "c\0d")")
    let (text, array, _) = try rows[0].decode(String.self, [String].self, Int.self)
    #expect(text == "a\u{FFFD}b")
    #expect(array == ["\u{FFFD}", "a\r\n\u{FFFD}"])
    // A condition finds what was stored.
    #expect(
      try await connection.query("SELECT \(text) = \("a\0b")")[0].decode(Bool.self))
  }
}
