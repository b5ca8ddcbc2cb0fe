public import HTTPTypes

/// One complete request, as a value.
public struct Request: Sendable {
  /// Method, target and header fields. The target is raw: it was neither
  /// decoded nor normalised.
  public var head: HTTPRequest
  /// The body; empty where there was none.
  public var body: [UInt8]
  /// The client's address in digits, without its port.
  public var clientAddress: String

  public init(head: HTTPRequest, body: [UInt8] = [], clientAddress: String = "") {
    self.head = head
    self.body = body
    self.clientAddress = clientAddress
  }
}
