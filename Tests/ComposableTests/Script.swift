import Composable
import ImmutableData
import Synchronization
import TestSupport

typealias Reducer = Composable.Reducer

/// A store whose state is the list of its actions so far, with an effect for
/// some of them.
typealias Script = Store<[String], String>

extension Reducer where State == [String], Action == String, Environment == Void {
  /// Notes each action, and returns the effect that it has.
  static func script(_ effects: [String: Effect<String>]) -> Self {
    Self { state, action, _ in
      state.append(action)
      return effects[action] ?? .none
    }
  }
}

extension Store where State == [String], Action == String {
  convenience init(_ effects: [String: Effect<String>], reports: Reports = Reports()) {
    self.init(
      initialState: [], reducer: .script(effects), environment: (), report: reports.append)
  }

  /// Dispatches the actions, and returns all that happened so far.
  @discardableResult
  func run(_ actions: String...) throws -> [String] {
    for action in actions { try dispatch(action: action) }
    return select { $0 }
  }
}

extension Store {
  /// Waits until the state is as wanted. The suites have a time limit, so that
  /// they fail if it never is.
  func reach(_ condition: @Sendable (State) -> Bool) async {
    let stream = makeStream()
    if select(condition) { return }
    for await _ in stream where select(condition) { return }
  }
}

/// What a store reported.
final class Reports: Sendable {
  private let reports = Mutex<[EffectReport]>([])

  var all: [EffectReport] { reports.withLock { $0 } }

  @Sendable
  func append(_ report: EffectReport) {
    reports.withLock { $0.append(report) }
  }
}

extension Effect {
  /// Waits at the gate, then sends.
  static func send(_ action: Action, after gate: Gate) -> Effect {
    .run { send in
      await gate.wait()
      await send(action)
    }
  }
}

/// An effect that runs until it is cancelled.
struct LongEffect {
  /// Open from when it runs.
  let running = Gate()
  /// Open from when it was cancelled.
  let cancelled = Gate()

  var effect: Effect<String> {
    .run { [running, cancelled] _ in
      running.open()
      let (never, continuation) = AsyncStream<Void>.makeStream()
      for await _ in never {}
      continuation.finish()
      cancelled.open()
    }
  }
}

/// A place for something that is made later.
final class Box<Value: AnyObject & Sendable>: Sendable {
  private struct Reference {
    weak var value: Value?
  }

  private let reference = Mutex(Reference())

  var value: Value? {
    get { reference.withLock { $0.value } }
    set { reference.withLock { $0.value = newValue } }
  }
}
