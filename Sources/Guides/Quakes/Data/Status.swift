/// The status of an operation; `nil` if it was never requested.
public enum Status: Hashable, Sendable {
  /// An empty result. No reducer produces it.
  case empty
  case waiting
  case success
  /// The operation failed. The error is one sentence for visitors.
  case failure(error: String)
}
