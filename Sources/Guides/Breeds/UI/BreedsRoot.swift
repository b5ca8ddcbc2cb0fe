public import BreedsData
import Composable
public import Foundation
public import ImmutableData
public import ImmutableUI
import Markup

/// Handles the requests of the guide to dog breeds.
public struct BreedsRoot: Sendable {
  /// A response of the guide.
  public typealias PageResponse = ImmutableUI.PageResponse<BreedsPage.Presenter>

  public let base: RootBase<AppState, AppAction>

  /// - Parameters:
  ///   - store: the store of the breeds.
  ///   - timeout: the maximum time that a request waits for its operations.
  ///   - now: returns the current time.
  ///   - observer: observes the evaluations of selectors.
  public init(
    store: Store<AppState, AppAction>, timeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { .now },
    observer: Observer? = nil
  ) {
    // Each cached value is a state, which shares its list with the others.
    base = RootBase(
      store: store, name: "breeds", capacity: 256, timeout: timeout, now: now, observer: observer)
  }

  /// The age in seconds after which a visit refreshes the list.
  static let freshness: TimeInterval = 3_600
}

extension BreedsRoot: StandardRoot {
  public typealias Route = BreedsRoute
  public typealias State = AppState
  public typealias Action = AppAction

  public func isReady(at location: BreedsLocation) -> Bool {
    let state = store.snapshot.state
    return Self.isReady(state, at: location) && !isStale(state)
  }

  private static func isReady(_ state: AppState, at location: BreedsLocation) -> Bool {
    guard state.status != nil, !(state.status == .waiting && state.dogs.isEmpty) else {
      return false
    }
    guard let key = location.breed, let breed = state.breed(key) else { return true }
    return breed.status != nil && !(breed.status == .waiting && breed.imageURL == nil)
  }

  /// True if a visit should refresh the list. A failed load is not retried on
  /// each visit.
  private func isStale(_ state: AppState) -> Bool {
    guard state.status == .success, let loadedAt = state.loadedAt else { return false }
    return now().timeIntervalSince(loadedAt) > Self.freshness
  }

  public func prepare(at location: BreedsLocation) async throws {
    let state = store.snapshot.state
    if state.status == nil || isStale(state) {
      try await store.dispatch(actions: .dogs(.loadDogs), timeout: timeout) { state in
        state.status != nil && !(state.status == .waiting && state.dogs.isEmpty)
      }
    }
    guard let key = location.breed else {
      return await store.wait(timeout: timeout) { Self.isReady($0, at: location) }
    }
    try await store.dispatch(actions: .breedAppeared(key), timeout: timeout) {
      Self.isReady($0, at: location)
    }
  }

  public func response(at location: BreedsLocation) -> PageResponse {
    let select = selectors.read()
    let window = select(.window(at: location))
    if let key = location.breed, window.breedState == nil, !window.dogs.isEmpty {
      return .notFound(notFound(key, in: window))
    }
    return .page(page(at: location, select))
  }

  /// Handles a posted form. A post only loads data; visitors cannot edit
  /// breeds.
  public func response(
    to event: BreedsEvent, from location: BreedsLocation, form values: NamedValues
  ) async throws -> PageResponse {
    switch event {
    case .loadDogs:
      try await store.dispatch(actions: .dogs(.loadDogs), timeout: timeout) {
        $0.status != .waiting
      }
    case .anotherPicture:
      guard let key = location.breed else { throw MalformedRequest("“breed” is missing.") }
      if !isReady(at: location) { try await prepare(at: location) }
      let state = store.snapshot.state
      guard state.breed(key) != nil else { return .notFound(notFound(key, in: state)) }
      if state.breeds[key] == nil {
        try await store.dispatch(actions: .breedAppeared(key), timeout: timeout) { _ in true }
      }
      try await store.dispatch(
        actions: .breeds(KeyedAction(key: key, action: .getBreedImageURL)), timeout: timeout
      ) { $0.breeds[key]?.status != .waiting }
    }
    return .seeOther(location.href)
  }

  private func page(
    at location: BreedsLocation, _ select: SelectBreeds
  ) -> Page<BreedsPage.Presenter> {
    let minute = ClockMinute(now())
    let state = BreedsPage.Container(location: location, now: minute.start).viewState(select)
    var page = Page(
      status: location.rejectedFilter == nil ? .ok : .badRequest, title: state.title,
      description: state.description, isWaiting: state.isWaiting,
      dependencies: select.dependencies, expires: minute.end,
      content: BreedsPage.Presenter(state: state))
    page.styleSheets = ["page-breeds-list.css"]
    return page
  }

  private func notFound(_ key: BreedKey, in state: AppState) -> NotFound {
    let near = NearMatches(to: key, in: state.dogs).keys.map { key in
      Link(
        label: BreedNames.full(key), href: BreedsLocation(breed: key).href)
    }
    return NotFound(
      title: "Breed not found",
      message:
        "There is no breed “\(([key.subBreed, key.breed].compactMap { $0 }).joined(separator: " "))” "
        + "in the list. It may have been removed, or the address may be mistyped.",
      links: near + [.init(label: "All breeds", href: BreedsLocation().href)])
  }
}

extension BreedsRoot {
  /// The addresses of all known breeds and sub-breeds, for the sitemap.
  var places: [Href] {
    store.snapshot.state.dogs.flatMap(\.keys).map { BreedsLocation(breed: $0).href }
  }
}
