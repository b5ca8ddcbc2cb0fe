/// What is wrong with a request that no page of ours sends, in words for the
/// one who wrote it. It is answered with status 400.
public struct MalformedRequest: Error, Hashable, Sendable {
  /// One sentence for each thing.
  public let reasons: [String]

  public init(_ reasons: String...) {
    self.reasons = reasons
  }

  public init(reasons: [String]) {
    self.reasons = reasons
  }
}
