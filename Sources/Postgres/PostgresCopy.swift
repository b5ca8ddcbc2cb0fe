/// The binary format of `COPY`: a header, rows of fields with their lengths,
/// and a trailer ([PostgreSQL, COPY](https://www.postgresql.org/docs/15/sql-copy.html)).
enum CopyFormat {
  static let header: [UInt8] =
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [0, 0, 0, 0] + [0, 0, 0, 0]
  static let trailer: [UInt8] = [0xFF, 0xFF]
  /// The bytes that are handed to libpq at a time.
  static let chunk = 64 * 1024
}

/// The fields of a row that is copied out of the database, from the first to the
/// last. It is valid during the call only.
///
/// The format does not contain the types of columns: a column of another size is
/// an error, one of the same size is misread. Each function throws
/// `PostgresError.decoding` if its field is missing or malformed; the values are
/// `nil` for null. They are not generic, since a row is read a million times.
public struct PostgresCopyRow {
  private var reader: ByteReader

  /// Returns `nil` for the trailer.
  init?(_ bytes: UnsafeRawBufferPointer) {
    reader = ByteReader(bytes)
    guard let count = reader.integer(Int16.self), count >= 0 else { return nil }
  }

  public mutating func string() throws(PostgresError) -> String? { try next() }
  public mutating func strings() throws(PostgresError) -> [String]? { try next() }
  public mutating func double() throws(PostgresError) -> Double? { try next() }
  public mutating func int() throws(PostgresError) -> Int? { try next() }
  public mutating func bool() throws(PostgresError) -> Bool? { try next() }

  private mutating func next<Value: PostgresValue>() throws(PostgresError) -> Value? {
    guard let length = reader.integer(Int32.self) else { throw .decoding("A field is missing.") }
    guard length >= 0 else { return nil }
    guard let bytes = reader.bytes(Int(length)) else { throw .decoding("A field is cut off.") }
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
