import Composable
import ImmutableData
import Synchronization
import TestSupport

/// A store whose state is the list of its actions so far; some of them have an
/// effect.
typealias Script = Store<[String], String>

extension ComposableReducer where State == [String], Action == String, Environment == Void {
  /// Returns a reducer that records each action and returns its effect.
  static func script(_ effects: [String: Effect<String>]) -> Self {
    Self { state, action, _ in
      state.append(action)
      return effects[action] ?? .none
    }
  }
}

extension Store where State == [String], Action == String {
  convenience init(_ effects: [String: Effect<String>], issues: ReportedIssues = ReportedIssues()) {
    self.init(
      initialState: [], reducer: .script(effects), environment: (), report: issues.append)
  }

  /// Dispatches the actions, and returns all actions so far.
  @discardableResult
  func run(_ actions: String...) throws -> [String] {
    for action in actions { try dispatch(action: action) }
    return select { $0 }
  }
}

extension Store {
  /// Waits until the state satisfies a condition; otherwise the time limit of
  /// the suite fails the test.
  func reach(_ condition: @Sendable (State) -> Bool) async {
    let stream = makeStream()
    if select(condition) { return }
    for await _ in stream where select(condition) { return }
  }
}

/// The issues that a store has reported.
final class ReportedIssues: Sendable {
  private let issues = Mutex<[EffectIssue]>([])

  var all: [EffectIssue] { issues.withLock { $0 } }

  @Sendable
  func append(_ issue: EffectIssue) {
    issues.withLock { $0.append(issue) }
  }
}

extension Effect {
  /// Returns an effect that waits at the gate, then sends an action.
  static func send(_ action: Action, after gate: Gate) -> Effect {
    .run { send in
      await gate.wait()
      await send(action)
    }
  }
}

/// An effect that runs until it is cancelled.
struct LongEffect {
  /// Opened when the effect runs.
  let running = Gate()
  /// Opened when the effect has been cancelled.
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

/// A weak reference to an object that is created later.
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
