public import Composable
import Foundation

extension BreedState {
  /// What happens on the page of one breed, and what is done about it.
  public static let reducer = Reducer<BreedState, BreedAction, BreedEnvironment> {
    state, action, environment in
    switch action {
    case .getBreedImageURL:
      // One request at a time: the service is not asked again while it is slow.
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
      // The picture that was there stays.
      state.loading = .failed(error)
      return .none
    }
  }
}
