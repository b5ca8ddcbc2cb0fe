import HTTPTypes
import ImmutableUI
import WebServer

/// A request on its way through the site, and what is known of it.
struct RequestContext: Sendable {
  let request: Request
  /// The entry in the log and the metrics.
  let exchange: LoggedExchange
  /// The rights of the client.
  var audience: Audience
  /// The result of checking the password; `nil` if none was sent or it is known.
  var verdict: Editors.Verdict?

  /// Names the request in the log and on error pages.
  var id: String { exchange.requestID }
  var client: ClientAddress { request.client.address }

  /// The value of a header field.
  func field(_ name: String) -> String? {
    HTTPField.Name(name).flatMap { request.head.headerFields[$0] }
  }
}
