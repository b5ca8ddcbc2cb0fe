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
    /// A page that explains the error, such as another record with the same value;
    /// `nil` for none.
    public let link: Link?
  }

  /// The errors in the order in which they were added, usually that of the
  /// form's fields.
  public private(set) var errors: [FieldError] = []

  /// Creates an empty list of errors.
  public init() {}

  /// True if there are no errors.
  public var isEmpty: Bool { errors.isEmpty }

  /// Adds an error to a field.
  ///
  /// - Parameters:
  ///   - message: A sentence for the person who filled in the form.
  ///   - field: The field.
  ///   - link: A page that explains the error; `nil` for none.
  public mutating func add(_ message: String, to field: Field, link: Link? = nil) {
    errors.append(FieldError(field: field, message: message, link: link))
  }

  /// The message for a field; `nil` if the field is valid.
  public subscript(field: Field) -> String? { first(of: field)?.message }

  /// The first error of a field; `nil` if the field is valid.
  public func first(of field: Field) -> FieldError? { errors.first { $0.field == field } }
}
