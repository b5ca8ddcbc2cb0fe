public import Composable
import Foundation

extension AppState {
  /// The reducer of an instance that follows the log of a shared store.
  ///
  /// The list and the pictures change by the action of the log and by nothing
  /// else: the success of a load only settles its status, since its change
  /// arrives by the log. Pictures stay as long as the list contains their breed.
  public static let reducerFollowing: Reducer<AppState, AppAction, AppEnvironment> =
    reducer.replacingFunction { state, action, environment in
      let before = state
      let effect = reducer.reduce(&state, action, environment)
      if case .log = action { return effect }
      state.dogs = before.dogs
      state.loadedAt = before.loadedAt
      state.breeds.merge(before.breeds) { $0.showing($1.imageURL) }
      return effect
    }
}

extension AppState {
  /// Applies a change of the log. A failure of an earlier load of the same thing
  /// is cleared. A load in progress settles its own status.
  mutating func apply(_ change: BreedsChange) {
    switch change {
    case .list(let list):
      replaceList(by: list)
    case .picture(let picture):
      show(picture)
    case .everything(let list, let pictures):
      replaceList(by: list)
      breeds = breeds.filter { $0.value.loading != .loaded }.mapValues { $0.showing(nil) }
      for picture in pictures { show(picture) }
    }
  }

  /// Replaces the list, and removes the breeds that it does not contain.
  private mutating func replaceList(by list: StoredDogs?) {
    dogs = list?.dogs ?? []
    loadedAt = list?.date
    if loading != .loading { loading = list == nil ? .idle : .loaded }
    let shown = breeds
    breeds = [:]
    for (key, old) in shown {
      guard var breed = breed(key) else { continue }
      breed.imageURL = old.imageURL
      breed.loading = old.loading
      breeds[key] = breed
    }
  }

  /// Shows a picture, if the list contains its breed.
  private mutating func show(_ picture: BreedPicture) {
    guard var breed = breed(picture.key) else { return }
    breed.imageURL = picture.url
    if breed.loading != .loading { breed.loading = .loaded }
    breeds[picture.key] = breed
  }
}

extension BreedState {
  /// Returns the state with another picture.
  fileprivate func showing(_ imageURL: URL?) -> BreedState {
    var state = self
    state.imageURL = imageURL
    return state
  }
}
