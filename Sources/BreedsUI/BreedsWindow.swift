import BreedsData
import Composable
import ImmutableUI

/// A reader of the breeds' store.
typealias SelectBreeds = Select<AppState, AppAction>

extension AppState {
  /// What one window shows: the shared state, with what the window's address
  /// says reduced into it.
  ///
  /// It is the reducers of the window's own actions that do it, on a copy;
  /// what they want done is left to the shared store.
  func window(at location: BreedsRoute.Location) -> AppState {
    var window = self
    let actions: [AppAction] =
      [.dogs(.filterQueryChanged(location.filterQuery))]
      + (location.breed.map { [.dogs(.breedWasSelected(name: $0.breed))] } ?? [])
    for action in actions { _ = Self.reducer.reduce(&window, action, .failing) }
    // The breed as all windows know it, with its picture.
    if let breed = location.breed { window.breedState = self.breed(breed) }
    return window
  }
}

extension ViewSelector where State == AppState, Action == AppAction, Output == AppState {
  /// The state as it is in one window.
  static func window(at location: BreedsRoute.Location) -> Self {
    ViewSelector(
      id: location, label: "SelectWindow(\(location))",
      outputSelector: OutputSelector { $0.window(at: location) })
  }
}
