import ImmutableUI

/// The ways to sign in to a site.
package struct SignIns: Sendable {
  /// The visitors with a password, who begin a session with it or send it with each request.
  let sessions: Sessions?
  /// The visitors whom a proxy signs in.
  let forwarded: ForwardedVisitors?
}

/// The right of a visitor who has signed in with a password, which may end.
struct Grant: Hashable, Sendable {
  let visitor: Visitor
  /// The digest of the hash of the password.
  let password: String
  /// The id of the session; `nil` if the password is sent with each request.
  var session: String?

  /// The part of a key that no other grant has.
  var key: String { session ?? password }
}
