import Testing

/// What a test waited for did not come.
struct NeverCame: Error, CustomStringConvertible {
  var description: String
}

/// Waits until a condition holds, for a bounded time that is far longer than
/// it takes.
func eventually(
  _ what: String, _ condition: @Sendable () async -> Bool
) async throws {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(180))
  // Longer and longer, so that those who wait do not keep the others from it.
  var pause = Duration.milliseconds(1)
  while await !condition() {
    guard clock.now < end else { throw NeverCame(description: "It never came that \(what).") }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(50))
  }
}
