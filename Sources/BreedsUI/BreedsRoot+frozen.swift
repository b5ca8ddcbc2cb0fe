public import BreedsData
public import Foundation
import ImmutableData

extension BreedsRoot {
  /// What the guide knows.
  public typealias State = AppState
  /// What happens in it.
  public typealias Action = AppAction

  /// The guide as it was: nothing happens in it any more.
  public func frozen(at state: State, now: Date) -> Self {
    Self(
      store: Store(initialState: state) { state, _ in state }, patience: .zero, now: { now })
  }
}
