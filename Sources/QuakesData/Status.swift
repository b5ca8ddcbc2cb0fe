/// How far something that was asked for has come. `nil` in its place means
/// that nobody asked yet.
public enum Status: Hashable, Sendable {
  /// Nothing to be had. No reducer makes it.
  case empty
  case waiting
  case success
  /// The error is one sentence for people.
  case failure(error: String)
}
