public import Composable
import Foundation

extension BreedState {
  private enum Request: Hashable, Sendable {
    case picture
  }

  /// What happens on the page of one breed, and what is done about it.
  public static let reducer = Reducer<BreedState, BreedAction, BreedEnvironment> {
    state, action, environment in
    switch action {
    case .getBreedImageURL:
      state.loading = .loading
      let breed = state.key
      return .run { send in
        do {
          await send(.breedImageURLReceived(try await environment.loadDogImage(breed)))
        } catch {
          await send(.breedImageFailed(error.localizedDescription))
        }
      }
      // The answer to an earlier request is no answer to this one.
      .cancellable(id: Request.picture, cancelInFlight: true)
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
