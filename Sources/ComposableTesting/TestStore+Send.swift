import ImmutableData
public import Testing

extension TestStore {
  /// Sends an action, as a user would, and says what it changes.
  ///
  /// Every action that effects sent before must have been received.
  ///
  /// - Parameters:
  ///   - action: what happens.
  ///   - sourceLocation: the line that fails.
  ///   - change: turns the state before into the state that is expected right
  ///     after the action alone. Without it, no change is expected.
  public func send(
    _ action: Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) {
    let before = record.withValue { record in
      record.lastStep = sourceLocation
      return record.confirmed
    }
    do {
      try store.dispatch(action: .sent(action, sourceLocation))
    } catch {
      fail("Threw error: \(error)", at: sourceLocation)
      return
    }
    let record = record.value
    guard record.overdue.isEmpty else {
      fail(
        """
        Must handle \(count(record.overdue.count, "received action")) before sending an action: …

        \(list(record.overdue.map(\.action)))
        """,
        at: sourceLocation)
      return
    }
    check(before, change, becomes: record.confirmed, at: sourceLocation)
  }
}
