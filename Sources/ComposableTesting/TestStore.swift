public import Composable
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
      initialState: initialState, rememberedChanges: 0, reducer: record.recording(reducer),
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
