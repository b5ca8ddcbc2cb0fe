public import Composable
import CustomDump
import ImmutableData
public import Testing

/// A store for testing a reducer with its effects, step by step. The test
/// asserts every change of the state and every action that an effect sends.
///
/// ```swift
/// import Composable
/// import Testing
///
/// struct Counter: Equatable, Sendable { var count = 0, isSaved = false }
/// enum Action: Equatable, Sendable { case onTapButton, didSave }
///
/// let store = TestStore(
///   initialState: Counter(),
///   reducer: ComposableReducer<Counter, Action, Void> { state, action, _ in
///     if action == .didSave { state.isSaved = true; return .none }
///     state.count += 1
///     return .run { send in await send(.didSave) }
///   }, environment: ())
/// store.send(.onTapButton) { $0.count = 1 }
/// await store.receive(.didSave) { $0.isSaved = true }
/// await store.finish()
/// ```
///
/// A missing or wrong assertion fails the test at the line of the step, and the
/// test continues. A test with an asynchronous effect must end with `finish()`;
/// otherwise it fails.
public final class TestStore<
  State: Equatable & Sendable, Action: Equatable & Sendable, Environment: Sendable
>: Sendable {
  let record: AwaitableValue<TestRecord<State, Action, Environment>>
  let store: Store<State, TestAction<Action>>
  let clock: any Clock<Duration>
  private let onFailure: @Sendable (TestFailure) -> Void

  /// Creates a store for one test.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The reducer to test.
  ///   - environment: The environment that the effects receive.
  ///   - clock: The clock that measures the timeouts of `receive` and `finish`.
  ///   - onFailure: Receives every failure; by default it is recorded as an
  ///     issue of the current test.
  ///   - sourceLocation: The location of the call.
  public init(
    initialState: State,
    reducer: ComposableReducer<State, Action, Environment>,
    environment: Environment,
    clock: any Clock<Duration> = ContinuousClock(),
    onFailure: @escaping @Sendable (TestFailure) -> Void = TestFailure.record,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let record = AwaitableValue(
      TestRecord<State, Action, Environment>(
        environment: environment, assertedState: initialState, lastStep: sourceLocation))
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
    // Running effects cannot be awaited here.
    let hasFailed = reportUnfinished()
    if record.value.needsFinish, !hasFailed {
      fail(
        "An effect was asynchronous. The test must end with finish() to wait for its actions.",
        at: record.value.lastStep)
    }
  }

  /// The current state, including actions that were sent by effects and not yet
  /// received by the test.
  public var state: State {
    store.select { $0 }
  }

  /// The environment that the effects of later actions receive.
  public var environment: Environment {
    get { record.value.environment }
    set { record.withValue { $0.environment = newValue } }
  }

  func fail(_ message: String, at sourceLocation: SourceLocation) {
    onFailure(TestFailure(message: message, sourceLocation: sourceLocation))
  }
}

extension TestStore {
  /// Sends an action, as a user would, and asserts how it changes the state.
  ///
  /// All actions that effects have sent before must have been received.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - sourceLocation: The location at which a failure is recorded.
  ///   - change: Changes the previous state to the expected state immediately
  ///     after the action. Without it, the state must not change.
  public func send(
    _ action: Action,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) {
    let before = record.withValue { record in
      record.lastStep = sourceLocation
      return record.assertedState
    }
    do {
      try store.dispatch(action: .sent(action, sourceLocation))
    } catch {
      fail("Threw error: \(error)", at: sourceLocation)
      return
    }
    let record = record.value
    guard record.unreceived.isEmpty else {
      fail(
        """
        Must handle \(count(record.unreceived.count, "received action")) before sending an action: …

        \(list(record.unreceived.map(\.action)))
        """,
        at: sourceLocation)
      return
    }
    check(before, change, resultsIn: record.assertedState, at: sourceLocation)
  }
}

extension TestStore {
  /// Waits for the next action that an effect sends, and asserts how it changes
  /// the state.
  ///
  /// - Parameters:
  ///   - expected: The expected action.
  ///   - timeout: The maximum duration of the wait. The call fails immediately
  ///     if no effect is running.
  ///   - sourceLocation: The location at which a failure is recorded.
  ///   - change: Changes the previous state to the expected state immediately
  ///     after the action. Without it, the state must not change.
  public func receive(
    _ expected: Action,
    timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ change: ((inout State) throws -> Void)? = nil
  ) async {
    record.withValue { $0.lastStep = sourceLocation }
    await wait(for: timeout) { !$0.received.isEmpty || $0.running.isEmpty }

    let next = record.withValue { record in
      record.received.isEmpty ? nil : record.receive()
    }
    guard let (before, received) = next else {
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
    check(before, change, resultsIn: received.state, at: sourceLocation)
  }
}

extension TestRecord {
  /// Removes the first received action. Also returns the asserted state before
  /// it.
  fileprivate mutating func receive() -> (before: State, Received) {
    let received = received.removeFirst()
    defer { assertedState = received.state }
    return (assertedState, received)
  }
}

extension TestStore {
  /// Fails the test unless the change transforms the first state into the
  /// second.
  func check(
    _ before: State, _ change: ((inout State) throws -> Void)?, resultsIn after: State,
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
      The values are not equal, but have the same description:
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
  /// Waits until all effects have ended. Fails if one of them does not end, or
  /// if the test has not received all actions.
  ///
  /// - Parameters:
  ///   - timeout: The maximum duration of the wait.
  ///   - sourceLocation: The location at which a failure is recorded.
  public func finish(
    timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await wait(for: timeout) { $0.running.isEmpty }
    reportUnfinished()
    record.withValue { record in
      record.needsFinish = false
      record.received = []
      record.running = [:]
      record.lastStep = sourceLocation
    }
  }

  /// Records a failure for each running effect and for actions that were not
  /// received. Returns true if there was a failure.
  @discardableResult
  func reportUnfinished() -> Bool {
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

  /// Waits until the record satisfies a condition, or until the timeout.
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
