/// The progress of a requested operation. `nil` in its place means that nothing was
/// requested yet.
///
/// ```swift
/// let status: Status? = .failure(error: "The disk is full.")
/// if case .failure(let error) = status { print(error) }
/// ```
public enum Status: Hashable, Sendable {
  /// No data. No reducer produces it.
  case empty
  case waiting
  case success
  /// A failure, with a sentence to show to the user.
  case failure(error: String)
}
