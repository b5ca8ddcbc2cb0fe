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

  /// Throws the error of a failed operation, so that repeated work counts as failed.
  public func throwIfFailed() throws(FailedStatus) {
    if case .failure(let error) = self { throw FailedStatus(description: error) }
  }
}

/// The error of an operation that has failed, and that was reported when it failed.
public struct FailedStatus: Error, Hashable, CustomStringConvertible {
  public let description: String

  public init(description: String) { self.description = description }
}
