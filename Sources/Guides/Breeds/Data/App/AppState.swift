public import Foundation
public import ImmutableData

/// The state of the guide to dog breeds, with the state of one window.
///
/// The list and the pictures are shared by all windows, and live in the store.
/// The filter and the selected breed belong to a window: on a server they come
/// from its address, and are reduced into a copy of the state while a page is
/// rendered.
public struct AppState: Hashable, Sendable {
  /// All breeds in the order of the API.
  public var dogs: [Dog]
  /// The status of loading the breeds.
  public var status: Status?
  /// The time of the last load; `nil` before the first.
  public var loadedAt: Date?
  /// The window's own part of the list.
  public var dogsInternal: DogsInternalState
  /// The breed that the window shows.
  public var breedState: BreedState?
  /// The breeds that windows show or have shown recently.
  public var breeds: [BreedKey: BreedState]

  public init(
    dogs: [Dog] = [], status: Status? = nil, loadedAt: Date? = nil,
    dogsInternal: DogsInternalState = DogsInternalState(), breedState: BreedState? = nil,
    breeds: [BreedKey: BreedState] = [:]
  ) {
    self.dogs = dogs
    self.status = status
    self.loadedAt = loadedAt
    self.dogsInternal = dogsInternal
    self.breedState = breedState
    self.breeds = breeds
  }

  /// The state before anything was loaded, entered or selected.
  public static let initial = AppState()
}

extension AppState {
  /// The state of the list, composed from the shared state and the window's
  /// own. Setting it updates both.
  public var dogsState: DogsState {
    get {
      DogsState(
        filterQuery: dogsInternal.filterQuery, dogs: dogs, status: status, loadedAt: loadedAt)
    }
    set {
      dogsInternal = DogsInternalState(newValue)
      dogs = newValue.dogs
      status = newValue.status
      loadedAt = newValue.loadedAt
    }
  }
}
