/// The validation errors of a form, by field.
///
/// ```swift
/// enum Field: Hashable { case name, diet }
///
/// var errors = FieldErrors<Field>()
/// errors.add("Enter a name.", to: .name)
/// print(errors[.name] ?? "valid")  // Enter a name.
/// ```
public struct FieldErrors<Field: Hashable & Sendable>: Error, Hashable, Sendable {
  /// The validation error of one field.
  public struct FieldError: Hashable, Sendable {
    /// The field.
    public let field: Field
    /// A sentence for the person who filled in the form.
    public let message: String
  }

  /// The errors in the order in which they were added, usually that of the
  /// form's fields.
  public private(set) var errors: [FieldError] = []

  /// Creates an empty list of errors.
  public init() {}

  /// True if there are no errors.
  public var isEmpty: Bool { errors.isEmpty }

  /// Adds an error to a field.
  public mutating func add(_ message: String, to field: Field) {
    errors.append(FieldError(field: field, message: message))
  }

  /// The message for a field; `nil` if the field is valid.
  public subscript(field: Field) -> String? {
    errors.first { $0.field == field }?.message
  }
}
