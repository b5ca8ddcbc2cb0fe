/// The status of loading the photos. `nil` in its place means that nothing was
/// requested yet.
public enum Status: Hashable, Sendable {
  case waiting
  case success
  /// A failure, with a sentence to show to the user.
  case failure(error: String)
}
