/// Waits until a condition holds.
///
/// The condition is polled less and less often, so that waiting tests leave the
/// processors to the others.
///
/// - Parameters:
///   - what: The awaited event, for the message of the error.
///   - condition: The condition to wait for.
/// - Throws: ``NeverHappened`` where the condition does not hold within a
///   minute, which is far longer than any test needs.
public func eventually(
  _ what: String = "the condition holds", fileID: String = #fileID, line: Int = #line,
  _ condition: @Sendable () async throws -> Bool
) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  var pause = Duration.milliseconds(1)
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      throw NeverHappened(description: "\(fileID):\(line): It never happened that \(what).")
    }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(50))
  }
}

/// An error that says which event a test awaited in vain.
public struct NeverHappened: Error, CustomStringConvertible {
  public var description: String
}
