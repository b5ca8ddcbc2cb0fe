public import Composable
import Foundation
import ImmutableData

extension AppState {
  /// The maximum number of breeds whose pictures are cached.
  package static let maxBreedCount = 256

  /// The reducer of navigation between the list and a breed.
  public static let reducerCore = ComposableReducer<AppState, AppAction, AppEnvironment> {
    state, action, _ in
    switch action {
    case .dogs(.breedWasSelected(let name)):
      state.breedState = state.dogs.first { $0.breed.lowercased() == name.lowercased() }
        .map { BreedState(dog: $0) }
      return .none
    case .breedsDisappeared:
      state.breedState = nil
      return .none
    case .breedAppeared(let key):
      guard state.breeds[key] == nil, let breed = state.breed(key) else { return .none }
      if state.breeds.count >= maxBreedCount {
        state.breeds = state.breeds.filter { $0.value.status == .waiting }
      }
      state.breeds[key] = breed
      return .value(.breeds(KeyedAction(key: key, action: .getBreedImageURL)))
    case .loaded(let list, let pictures):
      state.replace(list, pictures)
      return .none
    case .log(let changes):
      for change in changes { state.apply(change) }
      return .none
    case .dogs, .breed, .breeds:
      return .none
    }
  }

  /// The reducer of a store whose list and pictures are kept in a log: only that changes them,
  /// and the outcome of a load only ends it.
  public static let keptReducer = reducer.replacingFunction { state, action, environment in
    let before = state
    let effect = reducer.reduce(&state, action, environment)
    switch action {
    case .loaded, .log: break
    default: state.keepStock(of: before)
    }
    return effect
  }

  /// The reducers of the list, the breeds and the navigation. Children run before
  /// their parent, so that a child still handles its last action before its state is
  /// removed.
  public static let reducer = ComposableReducer.combine(
    DogsState.reducer.pullback(
      state: \.dogsState, action: AppAction.dogsPath, environment: { $0.dogs }),
    BreedState.reducer.optional(id: \.key).pullback(
      state: \.breedState, action: AppAction.breedPath, environment: { $0.breed }),
    BreedState.reducer.forEach(
      state: \.breeds, action: AppAction.breedsPath, environment: { $0.breed }),
    reducerCore)
}

extension AppState {
  /// Returns the state of a breed; `nil` if the list does not contain it.
  public func breed(_ key: BreedKey) -> BreedState? {
    guard let dog = dogs.first(where: { $0.breed == key.breed }) else { return nil }
    if let subBreed = key.subBreed, !dog.subBreeds.contains(subBreed) { return nil }
    return breeds[key] ?? BreedState(dog: dog, subBreed: key.subBreed)
  }
}

extension AppState {
  /// The first breed or sub-breed whose picture was never asked for; `nil` if there is none, or
  /// if they are too many to keep.
  package var keyWithoutPicture: BreedKey? {
    let keys = dogs.flatMap(\.keys)
    return keys.count > Self.maxBreedCount ? nil : keys.first { breeds[$0] == nil }
  }
}

extension AppState {
  /// Takes the list and the pictures from the state before an action. Pictures stay as long
  /// as the list contains their breed.
  fileprivate mutating func keepStock(of before: AppState) {
    dogs = before.dogs
    loadedAt = before.loadedAt
    breeds.merge(before.breeds) { $0.showing($1.imageURL) }
  }

  /// Applies a change of the log. A failure of an earlier load of the same thing
  /// is cleared.
  mutating func apply(_ change: BreedsChange) {
    switch change {
    case .list(let list):
      replaceList(by: list)
    case .picture(let picture):
      show(picture)
    }
  }

  /// Replaces the list and all pictures.
  mutating func replace(_ list: StoredDogs?, _ pictures: [BreedPicture]) {
    replaceList(by: list)
    breeds = breeds.filter { $0.value.status != .success }.mapValues { $0.showing(nil) }
    for picture in pictures { show(picture) }
  }

  /// Replaces the list, and removes the breeds that it does not contain.
  private mutating func replaceList(by list: StoredDogs?) {
    dogs = list?.dogs ?? []
    loadedAt = list?.date
    // What is waited for has come, whoever loaded it.
    if list != nil { status = .success } else if status != .waiting { status = nil }
    let shown = breeds
    breeds = [:]
    for (key, old) in shown {
      guard var breed = breed(key) else { continue }
      breed.imageURL = old.imageURL
      breed.status = old.status
      breeds[key] = breed
    }
  }

  /// Shows a picture, if the list contains its breed.
  private mutating func show(_ picture: BreedPicture) {
    guard var breed = breed(picture.key) else { return }
    breed.imageURL = picture.url
    breed.status = .success
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
