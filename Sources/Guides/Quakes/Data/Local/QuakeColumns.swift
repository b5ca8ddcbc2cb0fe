import Foundation

/// The columns of the quake table and their mapping to a quake.
enum QuakeColumns {
  /// The names in camel case, unlike those of PostgreSQL.
  private static let names = QuakeFields.columns.map { column in
    let words = column.split(separator: "_")
    return words[0] + words.dropFirst().map(\.capitalized).joined()
  }

  static let columns = names.joined(separator: ", ")
  static let placeholders = names.map { _ in "?" }.joined(separator: ", ")

  /// The number of columns, after which a statement may have others.
  static let count = CInt(names.count)

  static func bind(_ quake: Quake, to statement: RawStatement) throws {
    var fields = quake.fields
    var row = BoundRow(statement: statement)
    try fields.pass(through: &row)
  }

  static func quake(_ statement: RawStatement) -> Quake {
    var fields = QuakeFields()
    var row = ResultRow(statement: statement)
    fields.pass(through: &row)
    return Quake(fields)
  }
}

/// The parameters of a statement, to which columns are written.
private struct BoundRow: QuakeFormat {
  let statement: RawStatement
  var index: CInt = 0

  private mutating func next() -> CInt {
    index += 1
    return index
  }

  mutating func pass(_: String, _ value: inout String?) throws {
    try statement.bind(value, at: next())
  }
  mutating func pass(_: String, _ value: inout [String]?) throws {
    try statement.bind(value?.joined(separator: ","), at: next())
  }
  mutating func pass(_: String, _ value: inout Double?) throws {
    try statement.bind(value, at: next())
  }
  mutating func pass(_: String, _ value: inout Int32?) throws {
    try statement.bind(value.map { Int($0) }, at: next())
  }
  mutating func pass(_: String, _ value: inout Bool?) throws {
    try statement.bind(value.map { $0 ? 1 : 0 }, at: next())
  }
}

/// A row of a result, from which columns are read.
private struct ResultRow: QuakeFormat {
  let statement: RawStatement
  var index: CInt = 0

  private mutating func next() -> CInt {
    defer { index += 1 }
    return index
  }

  mutating func pass(_: String, _ value: inout String?) { value = statement.text(at: next()) }
  mutating func pass(_: String, _ value: inout [String]?) {
    value = statement.text(at: next())?.split(separator: ",").map(String.init)
  }
  mutating func pass(_: String, _ value: inout Double?) { value = statement.double(at: next()) }
  mutating func pass(_: String, _ value: inout Int32?) {
    value = statement.int(at: next()).map { Int32(clamping: $0) }
  }
  mutating func pass(_: String, _ value: inout Bool?) { value = statement.int(at: next()) == 1 }
}
