public import Composable
import Foundation

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
      guard state.loading != .loading else { return .none }
      state.loading = .loading
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
      state.loading = .loaded
      state.loadedAt = environment.now()
      return .none
    case .dogsLoadFailed(let error):
      // The last loaded list stays.
      state.loading = .failed(error)
      return .none
    }
  }
}
