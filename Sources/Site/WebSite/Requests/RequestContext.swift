import HTTPTypes
import ImmutableUI
import WebServer

/// A request, and the state that is attached to it while it is handled.
struct RequestContext: Sendable {
  let request: Request
  /// Writes the log entry and the metrics of the request.
  let requestLogger: RequestLogger
  /// The visitor, and with it the rights of the request.
  private(set) var viewer: Viewer
  /// The session of the visitor; `nil` for one who has not signed in on the sign-in page.
  private(set) var signedIn: Sessions.SignedIn?
  /// The right of a visitor who has signed in with a password; `nil` for others.
  private(set) var grant: Grant?
  /// The result of checking the client's password or session; `nil` if none was sent,
  /// or if it was already verified.
  var loginResult: Editors.LoginResult?

  /// The position of a change that the visitor has seen: see `LogPositions`.
  var seen: Int?

  /// The identifier of the request in the log and on error pages.
  var id: String { requestLogger.requestID.description }
  var client: ClientAddress { request.client.address }

  init(request: Request, requestLogger: RequestLogger, audience: Audience) {
    self.request = request
    self.requestLogger = requestLogger
    viewer = Viewer(audience)
  }

  /// The group that the visitor belongs to.
  var audience: Audience { viewer.audience }

  /// Gives the request the rights of a visitor who has signed in.
  mutating func signIn(_ visitor: Visitor) {
    viewer = Viewer(visitor)
    requestLogger.note { $0.visitor = visitor.name }
  }

  /// Gives the request the rights of a visitor who has signed in with a password.
  mutating func signIn(_ grant: Grant) {
    signIn(grant.visitor)
    self.grant = grant
  }

  /// Gives the request the rights of a visitor with a session.
  mutating func signIn(_ signedIn: Sessions.SignedIn) {
    signIn(signedIn.grant)
    self.signedIn = signedIn
  }

  /// Returns the context with the position of a change that the visitor has seen.
  func having(seen position: Int?) -> RequestContext {
    var context = self
    context.seen = position
    return context
  }

  /// Prepares a page for the client of the request.
  func preparing(_ prepare: () async throws -> Void) async rethrows {
    let client = RequestClient(address: self.client.text, userAgent: field("User-Agent"))
    try await RequestClient.$current.withValue(client, operation: prepare)
  }

  /// Returns the value of a header field.
  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { request.head.headerFields[$0] }
  }
}
