/// The fields of a row that is copied out of the database, from the first to the
/// last. It is valid during the call only.
///
/// The binary format of `COPY`
/// ([PostgreSQL, COPY](https://www.postgresql.org/docs/15/sql-copy.html)) does not contain the
/// types of columns: a column of another size is an error, one of the same size is misread. Each
/// function throws `PostgresError.decoding` if its field is missing or malformed; the values are
/// `nil` for null. They are not generic, since a row is read a million times.
public struct PostgresCopyRow {
  /// The bytes of the header before the first row: a signature, flags, and the length of an
  /// extension.
  static let headerCount = 11 + 4 + 4

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
