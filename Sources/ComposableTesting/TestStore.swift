public import Composable
import CustomDump
import ImmutableData
public import Testing

/// Tests a reducer with its effects, step by step. A test says every change of
/// the state, and every action that an effect sends.
///
/// ```swift
/// let store = TestStore(
///   initialState: Counter(), reducer: Counter.reducer, environment: .mock)
/// store.send(.tap) { $0.count = 1 }
/// await store.receive(.saved) { $0.isSaved = true }
/// await store.finish()
/// ```
///
/// What the test has left out fails it, at the line of the step concerned. A
/// failure does not stop the test. A test with an effect that takes time ends
/// with `finish()`; when it is left out, that is a failure, too.
public final class TestStore<
  State: Equatable & Sendable, Action: Equatable & Sendable, Environment: Sendable
>: Sendable {
  let record: Observed<TestRecord<State, Action, Environment>>
  let store: Store<State, TestAction<Action>>
  let clock: any Clock<Duration>
  private let onFailure: @Sendable (TestFailure) -> Void

  /// A store to test a reducer with.
  ///
  /// - Parameters:
  ///   - initialState: the state before the first action.
  ///   - reducer: what is tested.
  ///   - environment: what the effects get.
  ///   - clock: what the timeouts of `receive` and `finish` are measured by.
  ///   - onFailure: told of each failure; by default the running test fails.
  ///   - sourceLocation: where it is made.
  public init(
    initialState: State,
    reducer: Composable.Reducer<State, Action, Environment>,
    environment: Environment,
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @Sendable (TestFailure) -> Void = TestFailure.record,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let record = Observed(
      TestRecord<State, Action, Environment>(
        environment: environment, confirmed: initialState, lastStep: sourceLocation))
    self.record = record
    self.clock = clock
    self.onFailure = onFailure
    self.store = Store(
      initialState: initialState, historyCapacity: 0, reducer: record.recording(reducer),
      environment: (),
      report: { report in
        let failure = TestFailure(
          message: report.description, sourceLocation: record.value.lastStep)
        onFailure(failure)
      })
  }

  deinit {
    // Whatever is under way cannot be waited for here.
    let hasFailed = reportRest()
    if record.value.needsFinish, !hasFailed {
      fail(
        "An effect took time. The test must end with finish(), to wait for what comes of it.",
        at: record.value.lastStep)
    }
  }

  /// The state as it is now, with what came of effects and was not received
  /// yet.
  public var state: State {
    store.select { $0 }
  }

  /// What the effects of later actions get.
  public var environment: Environment {
    get { record.value.environment }
    set { record.withValue { $0.environment = newValue } }
  }

  func fail(_ message: String, at sourceLocation: SourceLocation) {
    onFailure(TestFailure(message: message, sourceLocation: sourceLocation))
  }
}

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
