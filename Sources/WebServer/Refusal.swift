public import HTTPTypes

/// Why a request was refused before any handler saw it.
public struct Refusal: Error, Hashable, Sendable {
  /// What it is answered with.
  public let status: HTTPResponse.Status
  /// One sentence for the client.
  public let reason: String

  public init(_ status: HTTPResponse.Status, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}
