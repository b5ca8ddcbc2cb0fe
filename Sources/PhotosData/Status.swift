/// How far the photos have come. `nil` in its place means that nobody asked
/// yet.
public enum Status: Hashable, Sendable {
  case waiting
  case success
  /// The error is one sentence for people.
  case failure(error: String)
}
