public import Foundation
import ImmutableData
public import QuakesData

extension QuakesRoot {
  /// What the guide knows.
  public typealias State = QuakesState
  /// What happens in it.
  public typealias Action = QuakesAction

  /// The guide as it was: nothing happens in it any more.
  public func frozen(at state: State, now: Date) -> Self {
    Self(
      store: Store(initialState: state) { state, _ in state }, land: land, patience: .zero,
      now: { now })
  }
}
