public import Foundation
import ImmutableData
public import PhotosData

extension PhotosRoot {
  /// What the guide knows.
  public typealias State = PhotosState
  /// What happens in it.
  public typealias Action = PhotosAction

  /// The guide as it was: nothing happens in it any more.
  public func frozen(at state: State, now: Date) -> Self {
    Self(
      store: Store(initialState: state) { state, _ in state }, patience: .zero, now: { now })
  }
}
