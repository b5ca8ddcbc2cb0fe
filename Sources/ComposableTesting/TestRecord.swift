import Composable
import Testing

/// What a test store's reducer is given: the feature's action, and the step of
/// the test that it comes from.
enum TestAction<Action: Sendable>: Sendable {
  case sent(Action, SourceLocation)
  case received(Action, SourceLocation)
  case effectEnded(Int)
}

/// What happened in a test store, and what of it the test has said.
struct TestRecord<State: Sendable, Action: Sendable, Environment: Sendable>: Sendable {
  /// An action that an effect sent, and the state right after it.
  struct Received: Sendable {
    var action: Action
    var state: State
  }

  /// An action whose effect has not ended.
  struct Running: Sendable {
    var action: Action
    var sourceLocation: SourceLocation
  }

  /// What the next actions get.
  var environment: Environment
  /// The last state that the test has confirmed.
  var confirmed: State
  /// The last step of the test.
  var lastStep: SourceLocation
  /// What the test has to receive yet.
  var received: [Received] = []
  /// What it had to receive before it sent the last action.
  var overdue: [Received] = []
  /// The effects under way, by the number of their action.
  var running: [Int: Running] = [:]
  /// How many actions had an effect.
  var lastNumber = 0
  /// Whether the test must wait for the end of effects, and did not yet.
  var needsFinish = false
}

extension TestRecord {
  /// Notes what the test sent; the state that it has to expect it to lead to.
  mutating func send(_ state: State) {
    overdue = received
    received = []
    confirmed = state
  }

  /// Notes an effect; returns the same effect, which also tells of its end.
  mutating func start(
    _ effect: Effect<Action>, of action: Action, from sourceLocation: SourceLocation
  ) -> Effect<TestAction<Action>> {
    let effect = effect.map { TestAction.received($0, sourceLocation) }
    guard effect.isAsynchronous else { return effect }
    lastNumber += 1
    running[lastNumber] = Running(action: action, sourceLocation: sourceLocation)
    needsFinish = true
    return .concatenate(effect, .value(.effectEnded(lastNumber)))
  }
}

extension Observed {
  /// The reducer of a feature that notes all it does in this record.
  func recording<State, Action, Environment>(
    _ reducer: Composable.Reducer<State, Action, Environment>
  ) -> Composable.Reducer<State, TestAction<Action>, Void>
  where Value == TestRecord<State, Action, Environment> {
    reducer.replacingFunction { state, action, _ in
      switch action {
      case .sent(let action, let sourceLocation):
        let effect = reducer.reduce(&state, action, self.value.environment)
        return self.withValue { [state] record in
          record.send(state)
          return record.start(effect, of: action, from: sourceLocation)
        }
      case .received(let action, let sourceLocation):
        let effect = reducer.reduce(&state, action, self.value.environment)
        return self.withValue { [state] record in
          record.received.append(.init(action: action, state: state))
          return record.start(effect, of: action, from: sourceLocation)
        }
      case .effectEnded(let number):
        self.withValue { $0.running[number] = nil }
        return .none
      }
    }
  }
}
