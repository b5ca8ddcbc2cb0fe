public import Composable
import Foundation

extension BreedState {
  /// The reducer of the page of one breed.
  public static let reducer = ComposableReducer<BreedState, BreedAction, BreedEnvironment> {
    state, action, environment in
    switch action {
    case .getBreedImageURL:
      // One request at a time, so that a slow service is not overloaded.
      guard state.loading != .loading else { return .none }
      state.loading = .loading
      let breed = state.key
      return .run { send in
        do {
          await send(.breedImageURLReceived(try await environment.loadDogImage(breed)))
        } catch {
          await send(.breedImageFailed(error.localizedDescription))
        }
      }
    case .breedImageURLReceived(let url):
      state.imageURL = url
      state.loading = .loaded
      return .none
    case .breedImageFailed(let error):
      // The previous picture stays.
      state.loading = .failed(error)
      return .none
    }
  }
}
