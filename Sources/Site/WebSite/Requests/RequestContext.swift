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
  /// The reason why the client's password was not accepted, or its session not looked up; `nil`
  /// for none.
  var failure: SignInFailure?

  /// The position of a change that the visitor has seen: see `LogPositions`.
  var seen: Int?

  /// The identifier of the request in the log and on error pages.
  var id: String { requestLogger.requestID.description }
  var client: ClientAddress { request.client.address }

  /// The group that the visitor belongs to.
  var audience: Audience { viewer.audience }

  /// Gives the request the rights of a visitor who has signed in.
  mutating func signIn(_ visitor: Visitor, _ grant: Grant? = nil, mayWrite: Bool = true) {
    viewer = Viewer(visitor, grant, mayWrite: mayWrite)
    requestLogger.note { $0.visitor = visitor.name }
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
