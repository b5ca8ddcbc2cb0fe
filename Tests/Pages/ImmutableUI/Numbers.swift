import ImmutableData
import ImmutableUI

/// A state of three numbers that selectors read.
struct Numbers: Hashable, Sendable {
  var a = 0
  var b = 0
  var c = 0

  enum Action: Hashable, Sendable {
    case setA(Int)
    case setB(Int)
    case setC(Int)
    case nothing
  }

  static func store() -> Store<Numbers, Action> {
    Store(initialState: Numbers()) { state, action in
      var state = state
      switch action {
      case .setA(let value): state.a = value
      case .setB(let value): state.b = value
      case .setC(let value): state.c = value
      case .nothing: break
      }
      return state
    }
  }
}

typealias NumberSelector<Output: Sendable> = ViewSelector<Numbers, Numbers.Action, Output>
