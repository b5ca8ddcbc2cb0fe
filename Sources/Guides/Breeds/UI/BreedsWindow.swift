import BreedsData
import Composable
import ImmutableUI

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

extension ViewSelector where State == AppState, Action == AppAction {
  /// The state of one window.
  static func window(
    at location: BreedsLocation
  ) -> ViewSelector<AppState, AppAction, AppState> {
    .init(id: location) { $0.window(at: location) }
  }
}
