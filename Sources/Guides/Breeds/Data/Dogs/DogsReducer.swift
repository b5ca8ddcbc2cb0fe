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
      let needsStored = state.dogs.isEmpty
      return .run { send in
        if needsStored, let stored = try? await environment.storedDogs() {
          await send(.storedDogsLoaded(stored))
        }
        do {
          let dogs = try await environment.loadDogs()
          // A list that cannot be stored is shown all the same.
          try? await environment.storeDogs(StoredDogs(dogs: dogs, date: environment.now()))
          await send(.dogsLoaded(dogs))
        } catch {
          await send(.dogsLoadFailed(error.localizedDescription))
        }
      }
      .cancellable(id: Request.load, cancelInFlight: true)
    case .storedDogsLoaded(let stored):
      guard state.dogs.isEmpty else { return .none }
      state.dogs = stored.dogs
      state.loadedAt = stored.date
      return .none
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
