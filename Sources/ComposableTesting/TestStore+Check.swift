import CustomDump
import Testing

extension TestStore {
  /// Fails unless the change turns the first state into the second.
  func check(
    _ before: State, _ change: ((inout State) throws -> Void)?, becomes after: State,
    at sourceLocation: SourceLocation
  ) {
    var expected = before
    do {
      try change?(&expected)
    } catch {
      fail("Threw error: \(error)", at: sourceLocation)
      return
    }
    if expected != after {
      let heading =
        change == nil
        ? "State was not expected to change, but a change occurred"
        : "State change does not match expectation"
      fail(
        "\(heading): …\n\n\(difference(expected, after))\n\n(Expected: −, Actual: +)",
        at: sourceLocation)
    } else if change != nil, before == after {
      fail("Expected state to change, but no change occurred.", at: sourceLocation)
    }
  }

  func difference<Value>(_ expected: Value, _ actual: Value) -> String {
    diff(expected, actual, format: .proportional)
      ?? """
      They are not equal, but look alike:
      \(String(customDumping: actual))
      """
  }

  func list(_ actions: [Action]) -> String {
    actions.map { String(customDumping: $0) }.joined(separator: "\n")
  }

  func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }
}
