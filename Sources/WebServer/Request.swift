public import HTTPTypes

/// One complete request, as a value.
public struct Request: Sendable {
  /// Method, target and header fields. The target is raw: it was neither
  /// decoded nor normalised.
  public var head: HTTPRequest
  /// The body; empty where there was none.
  public var body: [UInt8]
  /// Who sent it.
  public var client: Client

  public init(
    head: HTTPRequest, body: [UInt8] = [], client: Client = Client(address: .local)
  ) {
    self.head = head
    self.body = body
    self.client = client
  }
}
