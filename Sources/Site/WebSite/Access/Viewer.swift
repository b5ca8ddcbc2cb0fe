import ImmutableUI
import Markup

/// A group of visitors with the same rights.
package enum Audience: String, CaseIterable, Sendable {
  /// All visitors, if everybody may change data.
  case everybody
  /// Visitors who have signed in, and may change data.
  case editors
  /// Visitors whom a proxy has signed in, but who are in no group that may change data.
  case members
  /// Visitors who have not signed in, but can.
  case readers
  /// All visitors, if no one may change data.
  case onlookers

  /// True if these visitors may change data.
  var mayWrite: Bool { self == .everybody || self == .editors }

  /// True if these visitors have signed in.
  var isSignedIn: Bool { self == .editors || self == .members }

  /// True if these visitors have signed in, or can.
  var signsIn: Bool { isSignedIn || self == .readers }
}

/// The right of a visitor who has signed in with a password, which may end.
struct Grant: Hashable, Sendable {
  let visitor: Visitor
  /// The digest of the hash of the password.
  let password: String
  /// The session; `nil` if the password is sent with each request.
  let session: Session?

  /// The part of a key that no other grant has.
  var key: String { session?.id ?? password }
}

/// The visitor whom a page is for: anyone of a group, or one who has signed in.
struct Viewer: Hashable, Sendable {
  let audience: Audience
  /// The visitor; `nil` for one who has not signed in.
  let visitor: Visitor?
  /// The right of a visitor who has signed in with a password; `nil` for others.
  let grant: Grant?

  /// Anyone of a group.
  init(_ audience: Audience) {
    self.audience = audience
    (visitor, grant) = (nil, nil)
  }

  /// A visitor who has signed in.
  init(_ visitor: Visitor, _ grant: Grant? = nil, mayWrite: Bool = true) {
    audience = mayWrite ? .editors : .members
    self.visitor = visitor
    self.grant = grant
  }

  /// Returns the cache key of the page at an address. Visitors who have not signed in share
  /// the address alone; each other has keys of their own.
  func key(_ address: Href) -> String {
    guard let visitor else { return address.text }
    let roles = visitor.roles.sorted().joined(separator: "\n")
    return "\(visitor.signIn.rawValue)\n\(visitor.name)\n\(roles)\n\(address.text)"
  }

  /// Renders for the visitor, who is `Visitor.current` in the meantime.
  func rendering<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let visitor else { return try body() }
    return try Visitor.$current.withValue(visitor, operation: body)
  }
}
