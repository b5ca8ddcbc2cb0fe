public import Testing

/// A failed assertion of a `TestStore`.
///
/// ```swift
/// import Synchronization
/// import Testing
///
/// let messages = Mutex<[String]>([])
/// let onFailure: @Sendable (TestFailure) -> Void = { failure in
///   messages.withLock { $0.append(failure.message) }
/// }
/// onFailure(TestFailure(message: "Unexpected action", sourceLocation: #_sourceLocation))
/// ```
public struct TestFailure: Equatable, Sendable {
  /// A summary, followed by details.
  public var message: String
  /// The location of the failed step.
  public var sourceLocation: SourceLocation

  /// Creates a failure.
  public init(message: String, sourceLocation: SourceLocation) {
    self.message = message
    self.sourceLocation = sourceLocation
  }

  /// Records the failure as an issue of the current test.
  @Sendable
  public static func record(_ failure: TestFailure) {
    Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.sourceLocation)
  }
}
