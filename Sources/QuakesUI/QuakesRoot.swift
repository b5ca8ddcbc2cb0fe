public import Foundation
public import ImmutableData
public import ImmutableUI
public import QuakesData

/// Answers the requests of the guide of quakes.
public struct QuakesRoot: Sendable {
  /// What the guide answers with.
  public typealias Answer = ImmutableUI.Answer<QuakesPage.Presenter>

  public let store: Store<QuakesState, QuakesAction>
  let selectors: SelectorCache<QuakesState, QuakesAction>
  let land: LandOutlines
  let patience: Duration
  let now: @Sendable () -> Date

  /// - Parameters:
  ///   - store: the quakes.
  ///   - land: the outlines of the land.
  ///   - patience: how long an answer may wait for what it asked for.
  ///   - now: the time of day.
  ///   - observer: is told of each evaluation of a selector.
  public init(
    store: Store<QuakesState, QuakesAction>, land: LandOutlines,
    patience: Duration = .seconds(5), now: @escaping @Sendable () -> Date = { .now },
    observer: Observer? = nil
  ) {
    self.store = store
    // Each answer holds a page of quakes and a map.
    self.selectors = SelectorCache(
      store: store, name: "quakes", capacity: 256, observer: observer)
    self.land = land
    self.patience = patience
    self.now = now
  }
}

extension QuakesRoot: Root {
  public typealias Route = QuakesRoute
  public typealias State = QuakesState
  public typealias Action = QuakesAction

  public var selectorCounts: [String: SelectorCounts] { selectors.countsByKind }

  public func frozen(at state: QuakesState, now: Date) -> Self? {
    Self(
      store: Store(initialState: state) { state, _ in state }, land: land, patience: .zero,
      now: { now })
  }

  public func isSettled(at location: QuakesLocation) -> Bool {
    Self.isSettled(store.snapshot.state)
  }

  private static func isSettled(_ state: QuakesState) -> Bool {
    state.quakes.status != nil && !(state.quakes.status == .waiting && !state.ledger.isLoaded)
  }

  public func settle(at location: QuakesLocation) async throws {
    try await store.dispatch(
      actions: .ui(.quakeList(.onAppear)), patience: patience, until: Self.isSettled)
  }

  public func answer(at location: QuakesLocation) -> Answer {
    // A form sends all its fields, empty ones too: what is kept is short.
    if location.hasRedundantItems, location.problems.isEmpty {
      var location = location
      location.hasRedundantItems = false
      return .seeOther(location.href)
    }
    let select = selectors.read()
    if let quakeId = location.quakeId {
      if let quake = select(.quake(quakeId)) {
        // It was renamed: old links lead on.
        if quake.id != quakeId { return .seeOther(location.selecting(quake.id).href) }
      } else if select(.ledger).isLoaded {
        return .notFound(missing(quakeId, at: location))
      }
    }
    return .page(page(at: location, status: location.problems.isEmpty ? .ok : .badRequest, select))
  }

  func missing(_ quakeId: Quake.ID, at location: QuakesLocation) -> NotFound {
    let isDeleted = store.select(QuakesState.selectIsDeleted(quakeId: quakeId))
    return NotFound(
      title: isDeleted ? "This event was deleted" : "No such event",
      message: isDeleted
        ? "Someone deleted the event “\(quakeId)” from this site. USGS may still list it."
        : "No event “\(quakeId)” is stored. It may appear after the next refresh.",
      links: [.init(label: "Back to the list", href: location.with { $0.quakeId = nil }.href)])
  }

  func page(
    at location: QuakesLocation, status: Page<QuakesPage.Presenter>.Status = .ok,
    _ select: SelectQuakes
  ) -> Page<QuakesPage.Presenter> {
    let minute = ClockMinute(now())
    let state = QuakesPage.Container(location: location, now: minute.start, land: land)
      .viewState(select)
    return Page(
      status: status, title: state.title, description: state.description, feed: state.feed,
      hasDialog: state.confirmation != nil,
      isWaiting: state.isWaiting && state.confirmation == nil, dependencies: select.dependencies,
      expires: minute.end, isPersonal: location.notice != nil,
      content: QuakesPage.Presenter(state: state))
  }
}
