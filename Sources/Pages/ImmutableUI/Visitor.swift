/// A visitor who has signed in.
///
/// ``current`` is the visitor who has sent the form that is handled, or whose page is rendered.
/// Such a page is cached for this visitor alone.
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
  /// The roles that the operator, or the proxy that signs in, has given to the visitor.
  public let roles: Set<String>
  /// The way in which the visitor has signed in.
  public let signIn: SignInMethod

  /// Creates a visitor with a name and roles.
  public init(name: String, roles: Set<String> = [], signIn: SignInMethod = .session) {
    self.name = name
    self.roles = roles
    self.signIn = signIn
  }

  /// The visitor who sent the form that the current task handles, or whose page it renders;
  /// `nil` for a visitor who has not signed in.
  ///
  /// Selectors have none: their outputs are shared by the pages of all visitors.
  @TaskLocal public static var current: Visitor?
}

/// A way to sign in.
public enum SignInMethod: String, Codable, Hashable, Sendable {
  /// On the sign-in page, which begins a session.
  case session
  /// By a name and a password with each request, as programs do.
  case password
  /// At a proxy in front of the site.
  case proxy
}

extension Visitor {
  /// Runs a function whose result is shared by all visitors.
  package static func withoutCurrent<Result>(_ body: () -> Result) -> Result {
    current == nil ? body() : $current.withValue(nil, operation: body)
  }
}
