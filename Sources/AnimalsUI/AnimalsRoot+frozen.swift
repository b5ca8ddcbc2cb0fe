public import AnimalsData
import ImmutableData

extension AnimalsRoot {
  /// What the guide knows.
  public typealias State = AnimalsState
  /// What happens in it.
  public typealias Action = AnimalsAction

  /// The guide as it was: nothing happens in it any more.
  public func frozen(at state: State) -> Self {
    Self(store: Store(initialState: state) { state, _ in state }, patience: .zero, makeID: makeID)
  }
}
