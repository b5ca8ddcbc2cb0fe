/// The status of a requested operation. `nil` in its place means that nothing
/// was requested yet.
public enum Status: Hashable, Sendable {
  /// No data. No reducer produces it.
  case empty
  case waiting
  case success
  /// A failure, with a sentence to show to the user.
  case failure(error: String)
}
