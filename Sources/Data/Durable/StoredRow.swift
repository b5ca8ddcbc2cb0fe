public import Foundation

/// A row of a table that SQLite and PostgreSQL keep alike.
///
/// The first column is the key, a text. A column that is added later has the value of
/// ``init()`` in the rows that exist; a column is never renamed, and keeps its type.
///
/// ```swift
/// struct PlantRow: StoredRow {
///   static let table = "plant"
///   var id = ""
///   var name = ""
///   var height: Double?
///
///   var key: String { id }
///
///   mutating func pass<Format: RowFormat>(
///     through format: inout Format
///   ) throws(Format.Failure) {
///     try format.pass("id", &id)
///     try format.pass("name", &name)
///     try format.pass("height", &height)
///   }
/// }
/// ```
public protocol StoredRow: Sendable {
  /// The name of the table in both databases.
  static var table: String { get }

  /// The names of columns that earlier versions of the program had. They remain.
  static var retiredColumns: [String] { get }

  /// Creates a row with the default of each column.
  init()

  /// The value of the first column.
  var key: String { get }

  /// Passes each column, always in the same order, through a format that reads, writes or
  /// declares it.
  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure)
}

extension StoredRow {
  public static var retiredColumns: [String] { [] }
}

/// The types of columns.
public enum ColumnType: Hashable, Sendable {
  case text, real, integer, flag, texts
}

/// The value of a column.
public enum ColumnValue: Hashable, Sendable {
  case null, text(String), real(Double), integer(Int), flag(Bool), texts([String])
}

/// A visitor of the columns of a row, which reads, writes or declares them.
public protocol RowFormat {
  /// The error of a column that cannot be read.
  associatedtype Failure: Error

  /// Reads a column into a value, or writes it from there.
  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) throws(Failure)
}

/// A type of values that a column can have.
///
/// An enumeration of words needs no more than the conformance.
public protocol ColumnCodable: Sendable {
  static var columnType: ColumnType { get }

  /// The value in the column.
  var columnValue: ColumnValue { get }

  /// Returns `nil` for a value of another type, or one that is not known.
  init?(_ value: ColumnValue)
}

// Inlinable, so that a row of many columns passes each as its type: a million rows are loaded at
// once.
extension RowFormat {
  /// Passes a column that has a value in each row.
  @inlinable @inline(__always)
  public mutating func pass<Value: ColumnCodable>(
    _ column: String, _ value: inout Value
  ) throws(Failure) {
    var stored = value.columnValue
    try pass(column, &stored, as: Value.columnType, isOptional: false)
    if let new = Value(stored) { value = new }
  }

  /// Passes a column that may be empty.
  @inlinable @inline(__always)
  public mutating func pass<Value: ColumnCodable>(
    _ column: String, _ value: inout Value?
  ) throws(Failure) {
    var stored = value?.columnValue ?? .null
    try pass(column, &stored, as: Value.columnType, isOptional: true)
    value = Value(stored)
  }
}

extension String: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .text }
  @inlinable @inline(__always) public var columnValue: ColumnValue { .text(self) }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .text(let text) = value else { return nil }
    self = text
  }
}

extension Double: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .real }
  @inlinable @inline(__always) public var columnValue: ColumnValue { .real(self) }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .real(let number) = value else { return nil }
    self = number
  }
}

extension Int: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .integer }
  @inlinable @inline(__always) public var columnValue: ColumnValue { .integer(self) }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .integer(let number) = value else { return nil }
    self = number
  }
}

extension Int32: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .integer }
  @inlinable @inline(__always) public var columnValue: ColumnValue { .integer(Int(self)) }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .integer(let number) = value else { return nil }
    self.init(clamping: number)
  }
}

extension Bool: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .flag }
  @inlinable @inline(__always) public var columnValue: ColumnValue { .flag(self) }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .flag(let isOn) = value else { return nil }
    self = isOn
  }
}

extension [String]: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .texts }
  @inlinable @inline(__always) public var columnValue: ColumnValue { .texts(self) }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .texts(let texts) = value else { return nil }
    self = texts
  }
}

/// Seconds since the start of 2001, UTC.
extension Date: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { .real }
  @inlinable @inline(__always) public var columnValue: ColumnValue {
    .real(timeIntervalSinceReferenceDate)
  }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard case .real(let seconds) = value else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension ColumnCodable where Self: RawRepresentable, RawValue: ColumnCodable {
  @inlinable @inline(__always) public static var columnType: ColumnType { RawValue.columnType }
  @inlinable @inline(__always) public var columnValue: ColumnValue { rawValue.columnValue }
  @inlinable @inline(__always)
  public init?(_ value: ColumnValue) {
    guard let raw = RawValue(value) else { return nil }
    self.init(rawValue: raw)
  }
}

/// The columns of a table, as its rows declare them.
struct TableColumns: RowFormat, Sendable {
  struct Column: Hashable, Sendable {
    var name: String
    let type: ColumnType
    let isOptional: Bool
    /// The value in rows that are older than the column.
    let `default`: ColumnValue
  }

  let table: String
  private(set) var columns: [Column] = []
  /// The names of columns that earlier versions of the program had.
  let retired: [String]

  init<Row: StoredRow>(of row: Row.Type, in table: String) {
    self.table = table
    retired = Row.retiredColumns
    var row = Row()
    row.pass(through: &self)
  }

  mutating func pass(
    _ column: String, _ value: inout ColumnValue, as type: ColumnType, isOptional: Bool
  ) {
    columns.append(
      Column(name: column, type: type, isOptional: isOptional, default: value))
  }

  var names: [String] { columns.map(\.name) }

  /// The name of the first column.
  var key: String { columns.first?.name ?? "" }
}
