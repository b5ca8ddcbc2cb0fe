import HTTPTypes
import ImmutableUI
import WebServer

/// The ways to sign in to a site.
package struct SignIns: Sendable {
  /// The visitors with a password, who send it with each request or begin a session.
  let editors: Editors?
  let sessions: Sessions?
  /// The visitors whom a proxy signs in.
  let forwarded: ForwardedVisitors?
}
