import HTTPTypes
import ImmutableUI
import WebServer

/// A request, and the state that is attached to it while it is handled.
struct RequestContext: Sendable {
  let request: Request
  /// Writes the log entry and the metrics of the request.
  let requestLogger: RequestLogger
  /// The group of visitors that the client belongs to, and with it its rights.
  var audience: Audience
  /// The visitor, if one has signed in.
  private(set) var visitor: Visitor?
  /// The result of checking the client's password; `nil` if none was sent, or
  /// if it was already verified.
  var loginResult: Editors.LoginResult?

  /// The position of a change that the visitor has seen: see `LogPositions`.
  var seen: Int?

  /// The identifier of the request in the log and on error pages.
  var id: String { requestLogger.requestID.description }
  var client: ClientAddress { request.client.address }

  /// Gives the request the rights of a visitor who has signed in.
  mutating func signIn(_ visitor: Visitor) {
    audience = .editors
    self.visitor = visitor
    requestLogger.note { $0.visitor = visitor.name }
  }

  /// Returns the context with the position of a change that the visitor has seen.
  func having(seen position: Int?) -> RequestContext {
    var context = self
    context.seen = position
    return context
  }

  /// Returns the value of a header field.
  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { request.head.headerFields[$0] }
  }
}
