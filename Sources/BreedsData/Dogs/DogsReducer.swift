public import Composable
import Foundation

extension DogsState {
  private enum Request: Hashable, Sendable {
    case load
  }

  /// What happens in the list of breeds, and what is done about it.
  public static let reducer = Reducer<DogsState, DogsAction, DogsEnvironment> {
    state, action, environment in
    switch action {
    case .breedWasSelected:
      // The parent's business.
      return .none
    case .filterQueryChanged(let query):
      state.filterQuery = query
      return .none
    case .loadDogs:
      // One at a time: the answers would come in any order.
      guard state.loading != .loading else { return .none }
      state.loading = .loading
      let needsKept = state.dogs.isEmpty
      return .run { send in
        if needsKept, let kept = try? await environment.keptDogs() {
          await send(.keptDogsLoaded(kept))
        }
        do {
          let dogs = try await environment.loadDogs()
          // What cannot be kept is shown all the same.
          try? await environment.keepDogs(KeptDogs(dogs: dogs, date: environment.now()))
          await send(.dogsLoaded(dogs))
        } catch {
          await send(.dogsLoadFailed(error.localizedDescription))
        }
      }
      .cancellable(id: Request.load, cancelInFlight: true)
    case .keptDogsLoaded(let kept):
      guard state.dogs.isEmpty else { return .none }
      state.dogs = kept.dogs
      state.loadedAt = kept.date
      return .none
    case .dogsLoaded(let dogs):
      state.dogs = dogs
      state.loading = .loaded
      state.loadedAt = environment.now()
      return .none
    case .dogsLoadFailed(let error):
      // The last good list stays.
      state.loading = .failed(error)
      return .none
    }
  }
}
