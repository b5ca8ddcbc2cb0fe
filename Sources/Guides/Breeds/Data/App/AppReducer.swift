public import Composable

extension AppState {
  /// The maximum number of breeds whose pictures are cached.
  package static let maxBreedCount = 256

  /// The reducer of navigation between the list and a breed.
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
      if state.breeds.count >= maxBreedCount {
        state.breeds = state.breeds.filter { $0.value.loading == .loading }
      }
      state.breeds[key] = breed
      return .value(.breeds(KeyedAction(key: key, action: .getBreedImageURL)))
    case .log(let changes):
      for change in changes { state.apply(change) }
      return .none
    case .dogs, .breed, .breeds:
      return .none
    }
  }

  /// The reducer of the guide. Children run before their parent, so that a
  /// child still handles its last action before its state is removed.
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
  /// Returns the state of a breed; `nil` if the list does not contain it.
  public func breed(_ key: BreedKey) -> BreedState? {
    guard let dog = dogs.first(where: { $0.breed == key.breed }) else { return nil }
    if let subBreed = key.subBreed, !dog.subBreeds.contains(subBreed) { return nil }
    return breeds[key] ?? BreedState(dog: dog, subBreed: key.subBreed)
  }
}
