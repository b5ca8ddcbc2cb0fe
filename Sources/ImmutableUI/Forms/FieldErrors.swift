/// What is wrong with a form, by field.
public struct FieldErrors<Field: Hashable & Sendable>: Error, Hashable, Sendable {
  /// A field and what is wrong with it, in one sentence for the one who typed.
  public struct FieldError: Hashable, Sendable {
    /// The field it is about.
    public let field: Field
    /// What is wrong, as a sentence.
    public let message: String
  }

  /// In the order of the form's fields.
  public private(set) var errors: [FieldError] = []

  /// Nothing is wrong.
  public init() {}

  /// Whether nothing is wrong.
  public var isEmpty: Bool { errors.isEmpty }

  /// Notes what is wrong with a field.
  public mutating func add(_ message: String, to field: Field) {
    errors.append(FieldError(field: field, message: message))
  }

  /// What is wrong with a field; `nil` where it is fine.
  public subscript(field: Field) -> String? {
    errors.first { $0.field == field }?.message
  }
}
