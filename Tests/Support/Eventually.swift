/// Waits until a condition is true.
///
/// The polling interval grows, so that waiting tests leave the processors to
/// the others.
///
/// - Parameters:
///   - what: The awaited event, for the message of the error.
///   - condition: The condition to wait for.
/// - Throws: ``ConditionTimeout`` if the condition is not true within a minute,
///   which is far longer than any test needs.
public func eventually(
  _ what: String = "the condition holds", fileID: String = #fileID, line: Int = #line,
  _ condition: @Sendable () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  var pause = Duration.milliseconds(1)
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      throw ConditionTimeout(description: "\(fileID):\(line): Timeout while waiting until \(what).")
    }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(50))
  }
}

/// An error for a condition that was not satisfied in time.
public struct ConditionTimeout: Error, CustomStringConvertible {
  public var description: String
}
