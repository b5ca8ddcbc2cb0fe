import Composable
import ComposableTesting
import Synchronization
import Testing

/// A feature with every kind of effect.
struct Counter: Equatable, Sendable {
  var count = 0
  var fact: String?

  enum Action: Equatable, Sendable {
    case tap
    case doNothing
    case tapTwice
    case request
    case requestTwice
    case didRespond(String)
    case wait
    case stop
    case fail
  }

  /// The dependencies of the effects.
  struct Environment: Sendable {
    var fact: @Sendable (Int) async -> String = { "\($0) is a number" }
    var clock: any Clock<Duration> = TestClock()
  }

  struct SampleError: Error {}

  static let reducer = ComposableReducer<Counter, Action, Environment> {
    state, action, environment in
    switch action {
    case .tap:
      state.count += 1
      return .none
    case .doNothing:
      return .none
    case .tapTwice:
      return .merge(.value(.tap), .value(.tap))
    case .request:
      return .run { [count = state.count] send in
        await send(.didRespond(environment.fact(count)))
      }
    case .requestTwice:
      return .merge(.value(.request), .value(.request))
    case .didRespond(let fact):
      state.fact = fact
      return .none
    case .wait:
      return .run { send in
        try await environment.clock.sleep(for: .seconds(1))
        await send(.tap)
      }
      .cancellable(id: "wait")
    case .stop:
      return .cancel(id: "wait")
    case .fail:
      return .run { _ in throw SampleError() }
    }
  }
}

typealias CounterStore = TestStore<Counter, Counter.Action, Counter.Environment>

/// The recorded failures of one test store.
final class Failures: Sendable {
  private let failures = Mutex<[TestFailure]>([])

  var all: [TestFailure] { failures.withLock { $0 } }

  var messages: [String] { all.map(\.message) }

  /// The first line of each message.
  var headings: [String] {
    messages.map { String($0.prefix { $0 != "\n" }) }
  }

  var lines: [Int] { all.map(\.sourceLocation.line) }

  @Sendable
  func append(_ failure: TestFailure) {
    failures.withLock { $0.append(failure) }
  }
}

extension TestStore
where
  State == Counter, Action == Counter.Action,
  Environment == Counter.Environment
{
  convenience init(
    _ environment: Counter.Environment = Counter.Environment(),
    timeouts clock: any Clock<Duration> = ContinuousClock(),
    failures: Failures
  ) {
    self.init(
      initialState: Counter(), reducer: Counter.reducer, environment: environment, clock: clock,
      onFailure: failures.append)
  }
}
