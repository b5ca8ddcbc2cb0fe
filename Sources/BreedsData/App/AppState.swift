public import Foundation

/// All that the guide of breeds knows, and what one window shows of it.
///
/// The list and the pictures are shared by all windows, and live in the
/// store. The filter and the selected breed are a window's own: on a server
/// they come from its address, and are reduced into a copy of the state for
/// as long as a page is made.
public struct AppState: Hashable, Sendable {
  /// All breeds, in the order of the network.
  public var dogs: [Dog]
  /// How far loading them has come.
  public var loading: Loading
  /// When they were loaded.
  public var loadedAt: Date?
  /// The window's own part of the list.
  public var dogsInternal: DogsInternalState
  /// The breed that the window shows.
  public var breedState: BreedState?
  /// The breeds that some window shows or has shown lately.
  public var breeds: [BreedKey: BreedState]

  public init(
    dogs: [Dog] = [], loading: Loading = .idle, loadedAt: Date? = nil,
    dogsInternal: DogsInternalState = DogsInternalState(), breedState: BreedState? = nil,
    breeds: [BreedKey: BreedState] = [:]
  ) {
    self.dogs = dogs
    self.loading = loading
    self.loadedAt = loadedAt
    self.dogsInternal = dogsInternal
    self.breedState = breedState
    self.breeds = breeds
  }

  /// Nothing loaded, typed or selected.
  public static let initial = AppState()
}

extension AppState {
  /// The list's state, put together of the shared and the window's own part,
  /// and taken apart again.
  public var dogsState: DogsState {
    get {
      DogsState(
        filterQuery: dogsInternal.filterQuery, dogs: dogs, loading: loading, loadedAt: loadedAt)
    }
    set {
      dogsInternal = DogsInternalState(newValue)
      dogs = newValue.dogs
      loading = newValue.loading
      loadedAt = newValue.loadedAt
    }
  }
}
