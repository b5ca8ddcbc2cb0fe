public import Testing

extension TestStore {
  /// Waits for the end of all effects, and fails if one does not end, or if
  /// there is an action that the test has not received.
  ///
  /// - Parameters:
  ///   - timeout: how long they may take.
  ///   - sourceLocation: the last line of the test.
  public func finish(
    timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await wait(for: timeout) { $0.running.isEmpty }
    reportRest()
    record.withValue { record in
      record.needsFinish = false
      record.received = []
      record.running = [:]
      record.lastStep = sourceLocation
    }
  }

  /// Fails for each effect that runs, and for what was not received; returns
  /// whether there was something.
  @discardableResult
  func reportRest() -> Bool {
    let record = record.value
    for (_, running) in record.running.sorted(by: { $0.key < $1.key }) {
      fail(
        """
        An effect returned for this action is still running. It must complete before the end of \
        the test. …

        \(list([running.action]))
        """,
        at: running.sourceLocation)
    }
    if !record.received.isEmpty {
      fail(
        """
        The store received \(count(record.received.count, "unexpected action")) after this one: …

        \(list(record.received.map(\.action)))
        """,
        at: record.lastStep)
    }
    return !record.running.isEmpty || !record.received.isEmpty
  }

  /// Waits until the record is as wanted, for a limited time.
  func wait(
    for timeout: Duration,
    until condition: @escaping @Sendable (TestRecord<State, Action, Environment>) -> Bool
  ) async {
    if condition(record.value) { return }
    await withTaskGroup { group in
      group.addTask { [record] in await record.wait(until: condition) }
      group.addTask { [clock] in try? await clock.sleep(for: timeout) }
      await group.next()
      group.cancelAll()
    }
  }
}
