public import Testing

extension TestStore {
  /// Waits for the next action that an effect sends, and says what it changes.
  ///
  /// - Parameters:
  ///   - expected: what it has to be.
  ///   - timeout: how long it may take. When nothing is under way it is not
  ///     waited for.
  ///   - sourceLocation: the line that fails.
  ///   - change: turns the state before into the state that is expected right
  ///     after the action. Without it, no change is expected.
  public func receive(
    _ expected: Action,
    timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    record.withValue { $0.lastStep = sourceLocation }
    await wait(for: timeout) { !$0.received.isEmpty || $0.running.isEmpty }

    let step = record.withValue { record in
      record.received.isEmpty ? nil : record.receive()
    }
    guard let (before, received) = step else {
      fail("Expected to receive an action, but received none.", at: sourceLocation)
      return
    }
    guard received.action == expected else {
      let difference = difference(expected, received.action)
      fail(
        "Received unexpected action: …\n\n\(difference)\n\n(Expected: −, Received: +)",
        at: sourceLocation)
      return
    }
    check(before, change, becomes: received.state, at: sourceLocation)
  }
}

extension TestRecord {
  /// Takes the first action; also the state confirmed before it.
  fileprivate mutating func receive() -> (before: State, Received) {
    let received = received.removeFirst()
    defer { confirmed = received.state }
    return (confirmed, received)
  }
}
