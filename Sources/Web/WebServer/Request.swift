public import HTTPTypes

/// A complete HTTP request.
///
/// ```swift
/// import HTTPTypes
/// import WebServer
///
/// let request = Request(
///   head: HTTPRequest(method: .post, scheme: nil, authority: "example.org", path: "/notes"),
///   body: Array("text=Hello".utf8))
/// print(request.head.path ?? "", request.body.count)
/// ```
public struct Request: Sendable {
  /// The method, target and header fields. The target is neither decoded nor
  /// normalised.
  public var head: HTTPRequest
  /// The body; empty if the request has none.
  public var body: [UInt8]
  /// The client that sent the request.
  public var client: Client

  /// Creates a request.
  public init(
    head: HTTPRequest, body: [UInt8] = [], client: Client = Client(address: .local)
  ) {
    self.head = head
    self.body = body
    self.client = client
  }
}
