import BreedsData
import Composable
import Foundation
import ImmutableUI
import Markup

/// Reads the store of the breeds.
typealias SelectBreeds = Select<AppState, AppAction>

extension AppState {
  /// Returns the state of one window: the shared state, with the filter and the
  /// selected breed of its location.
  ///
  /// The reducers of these actions run on a copy. Their effects are discarded,
  /// since loading is left to the shared store.
  func window(at location: BreedsLocation) -> AppState {
    var window = self
    let actions: [AppAction] =
      [.dogs(.filterQueryChanged(location.filterQuery))]
      + (location.breed.map { [.dogs(.breedWasSelected(name: $0.breed))] } ?? [])
    for action in actions { _ = Self.reducer.reduce(&window, action, .failing) }
    // The shared state of the breed, which includes its picture.
    if let breed = location.breed { window.breedState = self.breed(breed) }
    return window
  }
}

extension AppState {
  /// Returns the small picture of a breed; a drawing until it is known.
  func thumbnail(of key: BreedKey) -> DogThumbnail {
    DogThumbnail(
      look: .of(key.breed),
      picture: breeds[key]?.imageURL.flatMap { Href(external: $0.absoluteString) })
  }

  /// Returns the breed of a variety; `nil` for a breed, and for a variety that stands alone.
  func group(of key: BreedKey) -> BreedKey? {
    guard key.subBreed != nil, let dog = dogs.first(where: { $0.breed == key.breed }),
      BreedNames.onlyVariety(of: dog) == nil
    else { return nil }
    return BreedKey(breed: key.breed)
  }
}

extension ViewSelector where State == AppState, Action == AppAction {
  /// The state of one window.
  static func window(
    at location: BreedsLocation
  ) -> ViewSelector<AppState, AppAction, AppState> {
    .init(id: location) { $0.window(at: location) }
  }
}
