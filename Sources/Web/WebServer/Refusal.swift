public import HTTPTypes

/// The reason why a request is refused before it reaches the handler.
///
/// ```swift
/// import HTTPTypes
/// import WebServer
///
/// @Sendable func response(to refusal: Refusal) -> Response {
///   Response(status: refusal.status, body: .bytes(Array(refusal.reason.utf8)))
/// }
/// print(response(to: Refusal(.badRequest, "The request has no Host header.")).body.size)
/// ```
public struct Refusal: Error, Hashable, Sendable {
  /// The status of the response.
  public let status: HTTPResponse.Status
  /// The message for the client, one sentence.
  public let reason: String

  /// Creates a refusal.
  public init(_ status: HTTPResponse.Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
