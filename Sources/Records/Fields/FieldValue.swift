/// The value of a field, of one of the types that SQLite stores.
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case decimal(Double)
}

/// A value that can be chosen.
public struct FieldChoice: Hashable, Sendable {
  /// The value in forms, addresses and the file.
  public let value: String
  /// The value in words.
  public let label: String

  /// A value with its words.
  public init(value: String, label: String) {
    self.value = value
    self.label = label
  }
}

/// A text that is not a value of a field.
public struct InvalidField: Error, Hashable, Sendable {
  /// The problem, as a sentence that says what to enter.
  public let message: String
}
