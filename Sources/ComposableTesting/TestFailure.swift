public import Testing

/// Something that a test expected otherwise.
public struct TestFailure: Equatable, Sendable {
  /// What is wrong: a heading, and details below it.
  public var message: String
  /// The step of the test that it is about.
  public var sourceLocation: SourceLocation

  /// A failure.
  public init(message: String, sourceLocation: SourceLocation) {
    self.message = message
    self.sourceLocation = sourceLocation
  }

  /// Makes the running test fail at the step.
  @Sendable
  public static func record(_ failure: TestFailure) {
    Issue.record(Comment(rawValue: failure.message), sourceLocation: failure.sourceLocation)
  }
}
