/// The value of a field, in one of the types that SQLite stores.
///
/// ```swift
/// let height = FieldValue.whole(120)
/// print(height == .whole(120))  // true
/// ```
public enum FieldValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case decimal(Double)
}

/// A value of a choice field, with its label.
public struct FieldChoice: Hashable, Sendable {
  /// The value in forms, URLs and the database.
  public let value: String
  /// The displayed text.
  public let label: String

  /// Creates a value with its label.
  public init(value: String, label: String) {
    self.value = value
    self.label = label
  }
}

/// The error of a text that is not a valid value of a field.
public struct InvalidField: Error, Hashable, Sendable {
  /// A sentence that tells the visitor what to enter.
  public let message: String
}
