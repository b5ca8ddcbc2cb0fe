import Composable
import Testing

/// An action of the feature, with the step of the test that caused it.
enum TestAction<Action: Sendable>: Sendable {
  case sent(Action, SourceLocation)
  case received(Action, SourceLocation)
  case effectEnded(Int)
}

/// The actions and effects of a test store, and the part of them that the test
/// has asserted.
struct TestRecord<State: Sendable, Action: Sendable, Environment: Sendable>: Sendable {
  /// An action that an effect sent, with the state immediately after it.
  struct Received: Sendable {
    var action: Action
    var state: State
  }

  /// An action whose effect has not ended.
  struct Running: Sendable {
    var action: Action
    var sourceLocation: SourceLocation
  }

  /// The environment for the next actions.
  var environment: Environment
  /// The latest state that the test has asserted.
  var assertedState: State
  /// The latest step of the test.
  var lastStep: SourceLocation
  /// The actions that the test has not received yet.
  var received: [Received] = []
  /// The actions that the test should have received before it sent the last
  /// action.
  var unreceived: [Received] = []
  /// The running effects, by the id of their action.
  var running: [Int: Running] = [:]
  /// The id of actions with an effect.
  var lastID = 0
  /// True if the test must wait for effects and has not done so yet.
  var needsFinish = false
}

extension TestRecord {
  /// Records an action that the test sent, and the state after it.
  mutating func send(_ state: State) {
    unreceived = received
    received = []
    assertedState = state
  }

  /// Records an effect. Returns an effect that also reports its end.
  mutating func start(
    _ effect: Effect<Action>, of action: Action, from sourceLocation: SourceLocation
  ) -> Effect<TestAction<Action>> {
    let effect = effect.map { TestAction.received($0, sourceLocation) }
    guard effect.isAsynchronous else { return effect }
    lastID += 1
    running[lastID] = Running(action: action, sourceLocation: sourceLocation)
    needsFinish = true
    return .concatenate(effect, .value(.effectEnded(lastID)))
  }
}

extension AwaitableValue {
  /// Returns a reducer that records every action and effect of a feature in
  /// this record.
  func recording<State, Action, Environment>(
    _ reducer: ComposableReducer<State, Action, Environment>
  ) -> ComposableReducer<State, TestAction<Action>, Void>
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
      case .effectEnded(let id):
        self.withValue { $0.running[id] = nil }
        return .none
      }
    }
  }
}
