/// A visitor who has signed in.
///
/// While a form is handled, ``current`` is the visitor who sent it. Pages have none, because
/// all visitors with the same rights get the same ones.
///
/// ```swift
/// struct Note {
///   var text = ""
///   var author: String?
/// }
/// func note(_ text: String) -> Note { Note(text: text, author: Visitor.current?.name) }
///
/// let ada = Visitor(name: "ada", roles: ["librarian"])
/// Visitor.$current.withValue(ada) {
///   print(note("Renewed").author ?? "nobody")  // ada
/// }
/// ```
public struct Visitor: Codable, Hashable, Sendable {
  /// The name that the visitor signs in with.
  public let name: String
  /// The roles that the operator has given to the visitor.
  public let roles: Set<String>

  /// Creates a visitor with a name and roles.
  public init(name: String, roles: Set<String> = []) {
    self.name = name
    self.roles = roles
  }

  /// The visitor who sent the form that the current task handles; `nil` for a visitor who
  /// has not signed in, and outside of forms.
  @TaskLocal public static var current: Visitor?
}
