/// The binary format of `COPY`: a header, rows of fields with their lengths,
/// and a trailer ([PostgreSQL, COPY](https://www.postgresql.org/docs/15/sql-copy.html)).
enum CopyFormat {
  static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [0, 0, 0, 0] + [0, 0, 0, 0]
  static let trailer: [UInt8] = [0xFF, 0xFF]
  /// The bytes that are handed to libpq at a time.
  static let chunk = 64 * 1024
}

/// A row that is copied out of the database. It is valid during the call only.
public struct PostgresCopyRow {
  private var reader: ByteReader

  /// Returns `nil` for the trailer.
  init?(_ bytes: UnsafeRawBufferPointer) {
    reader = ByteReader(bytes)
    guard let count = reader.integer(Int16.self), count >= 0 else { return nil }
  }

  /// Decodes the fields from the first on, one for each type.
  ///
  /// The format does not contain the types of columns: those of the Swift types
  /// are assumed, so that a column of another size is an error and one of the
  /// same size is misread.
  ///
  /// - Throws: `PostgresError.decoding` if a field is missing or malformed.
  public func decode<each Value: PostgresValue>(
    _ types: repeat (each Value).Type
  ) throws(PostgresError) -> (repeat each Value) {
    var reader = reader
    return (repeat try Self.next(each types, &reader))
  }

  private static func next<Value: PostgresValue>(
    _ type: Value.Type, _ reader: inout ByteReader
  ) throws(PostgresError) -> Value {
    guard let length = reader.integer(Int32.self) else { throw .decoding("A field is missing.") }
    let bytes = length < 0 ? nil : reader.bytes(Int(length))
    if length >= 0, bytes == nil { throw .decoding("A field is cut off.") }
    guard let value = Value.decode(bytes, type: Value.postgresType) else {
      throw .decoding("A field is not of type \(Value.self).")
    }
    return value
  }
}

/// Rows on their way into the database.
public struct PostgresCopyBuffer {
  var bytes: [UInt8] = []

  /// Appends a row of fields.
  public mutating func append<each Value: PostgresEncodable>(_ values: repeat each Value) {
    var count: Int16 = 0
    for _ in repeat each values { count += 1 }
    count.append(to: &bytes)
    for value in repeat each values { append(field: value) }
  }

  private mutating func append(field value: some PostgresEncodable) {
    let start = bytes.count
    Int32(-1).append(to: &bytes)
    guard value.encode(into: &bytes) else { return }
    let length = Int32(bytes.count - start - 4)
    withUnsafeBytes(of: length.bigEndian) { length in
      for index in 0..<4 { bytes[start + index] = length[index] }
    }
  }
}
