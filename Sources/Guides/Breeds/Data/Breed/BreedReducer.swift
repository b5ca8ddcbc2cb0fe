public import Composable
import Foundation
import ImmutableData

extension BreedState {
  /// The reducer of the page of one breed.
  public static let reducer = ComposableReducer<BreedState, BreedAction, BreedEnvironment> {
    state, action, environment in
    switch action {
    case .getBreedImageURL:
      // One request at a time, so that a slow service is not overloaded.
      guard state.status != .waiting else { return .none }
      state.status = .waiting
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
      state.status = .success
      return .none
    case .breedImageFailed(let error):
      // The previous picture stays.
      state.status = .failure(error: error)
      return .none
    }
  }
}
