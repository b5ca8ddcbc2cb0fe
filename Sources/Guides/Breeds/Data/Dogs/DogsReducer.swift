public import Composable
import Foundation
import ImmutableData

extension DogsState {
  private enum Request: Hashable, Sendable {
    case load
  }

  /// The reducer of the list of breeds.
  public static let reducer = ComposableReducer<DogsState, DogsAction, DogsEnvironment> {
    state, action, environment in
    switch action {
    case .breedWasSelected:
      // The parent handles the selection.
      return .none
    case .filterQueryChanged(let query):
      state.filterQuery = query
      return .none
    case .loadDogs:
      // One load at a time, since responses can arrive out of order.
      guard state.status != .waiting else { return .none }
      state.status = .waiting
      return .run { send in
        do {
          await send(.dogsLoaded(try await environment.loadDogs()))
        } catch {
          await send(.dogsLoadFailed(error.localizedDescription))
        }
      }
      .cancellable(id: Request.load, cancelInFlight: true)
    case .dogsLoaded(let dogs):
      state.dogs = dogs
      state.status = .success
      state.loadedAt = environment.now()
      return .none
    case .dogsLoadFailed(let error):
      // The last loaded list stays.
      state.status = .failure(error: error)
      return .none
    }
  }
}
