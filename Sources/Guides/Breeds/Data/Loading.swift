/// The status of a load. Data of an earlier load is stored separately.
public enum Loading: Hashable, Sendable {
  /// Nothing was requested yet.
  case idle
  case loading
  case loaded
  /// A failure, with a sentence to show to the user.
  case failed(String)
}
