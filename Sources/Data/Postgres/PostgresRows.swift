import CPostgres

/// The rows that a statement returned.
///
/// ```swift
/// func names(_ rows: PostgresRows) throws -> [String] {
///   try rows.map { row in
///     let (_, name) = try row.decode(Int.self, String.self)
///     return name
///   }
/// }
/// ```
public struct PostgresRows: RandomAccessCollection, Sendable {
  private let result: PostgresResult

  init(_ result: PostgresResult) {
    self.result = result
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { Int(PQntuples(result.pointer)) }

  public subscript(position: Int) -> PostgresRow {
    PostgresRow(result: result, index: Int32(position))
  }
}

/// One row.
public struct PostgresRow: Sendable {
  let result: PostgresResult
  let index: Int32

  /// Decodes the columns from the first on, one for each type.
  ///
  /// - Throws: `PostgresError.decoding` if the number of columns differs, or
  ///   if a value does not have the type or is null.
  public func decode<each Value: PostgresValue>(
    _ types: repeat (each Value).Type
  ) throws(PostgresError) -> (repeat each Value) {
    var column: Int32 = 0
    var count: Int32 = 0
    for _ in repeat each types { count += 1 }
    guard count == PQnfields(result.pointer) else {
      throw .decoding("The row has \(PQnfields(result.pointer)) columns, not \(count).")
    }
    return (repeat try next(each types, at: &column))
  }

  /// Decodes one column.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - column: the index of the column, from 0.
  /// - Throws: `PostgresError.decoding` if there is no such column, or if its
  ///   value does not have the type or is null.
  public func decode<Value: PostgresValue>(
    _ type: Value.Type, at column: Int
  ) throws(PostgresError) -> Value {
    guard (0..<Int(PQnfields(result.pointer))).contains(column) else {
      throw .decoding("The row has no column \(column).")
    }
    var column = Int32(column)
    return try next(type, at: &column)
  }

  private func next<Value: PostgresValue>(
    _ type: Value.Type, at column: inout Int32
  ) throws(PostgresError) -> Value {
    defer { column += 1 }
    var bytes: UnsafeRawBufferPointer?
    if PQgetisnull(result.pointer, index, column) == 0 {
      bytes = UnsafeRawBufferPointer(
        start: PQgetvalue(result.pointer, index, column),
        count: Int(PQgetlength(result.pointer, index, column)))
    }
    guard let value = Value.decode(bytes, type: PQftype(result.pointer, column)) else {
      let name = PQfname(result.pointer, column).map { String(cString: $0) } ?? "?"
      throw .decoding(
        bytes == nil
          ? "The column “\(name)” is null." : "The column “\(name)” is not of type \(Value.self).")
    }
    return value
  }
}

/// A result of libpq, which is freed with its last reference.
///
/// `@unchecked`: libpq does not change a result after it has returned it.
final class PostgresResult: @unchecked Sendable {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit { PQclear(pointer) }
}
