public import Composable

extension AppState {
  /// How many breeds are remembered with their pictures.
  package static let mostBreeds = 256

  /// What no child can do: going from the list to a breed and back.
  public static let reducerCore = Reducer<AppState, AppAction, AppEnvironment> {
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
      if state.breeds.count >= mostBreeds {
        state.breeds = state.breeds.filter { $0.value.loading == .loading }
      }
      state.breeds[key] = breed
      return .value(.breeds(KeyedAction(key: key, action: .getBreedImageURL)))
    case .dogs, .breed, .breeds:
      return .none
    }
  }

  /// The whole guide: children before their parent, so that a child sees its
  /// last action before it goes.
  public static let reducer = Reducer.combine(
    DogsState.reducer.pullback(
      state: \.dogsState, action: AppAction.dogsPath, environment: { $0.dogs }),
    BreedState.reducer.optional(id: \.key).pullback(
      state: \.breedState, action: AppAction.breedPath, environment: { $0.breed }),
    BreedState.reducer.forEach(
      state: \.breeds, action: AppAction.breedsPath, environment: { $0.breed }),
    reducerCore)
}

extension AppState {
  /// The breed with a key, as far as it is known; `nil` where the list does
  /// not have it.
  public func breed(_ key: BreedKey) -> BreedState? {
    guard let dog = dogs.first(where: { $0.breed == key.breed }) else { return nil }
    if let subBreed = key.subBreed, !dog.subBreeds.contains(subBreed) { return nil }
    return breeds[key] ?? BreedState(dog: dog, subBreed: key.subBreed)
  }
}
