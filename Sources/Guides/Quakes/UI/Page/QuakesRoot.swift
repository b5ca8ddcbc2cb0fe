public import Foundation
public import ImmutableData
public import ImmutableUI
public import QuakesData
import WebServer
import WebSite

/// Handles the requests of the guide to earthquakes.
public struct QuakesRoot: Sendable {
  /// A response of the guide.
  public typealias PageResponse = ImmutableUI.PageResponse<QuakesPage.Presenter>

  public let base: RootBase<QuakesState, QuakesAction>
  /// The label of the sample that the store contains; `nil` for real data.
  let sample: String?

  /// Creates a root.
  ///
  /// - Parameters:
  ///   - store: the store of the quakes.
  ///   - timeout: the maximum time a request waits for the outcome of an
  ///     operation.
  ///   - now: a closure that returns the current time.
  ///   - observer: an observer of selector evaluations.
  ///   - sample: the label of the sample that the store contains, which exports
  ///     mention; `nil` for real data.
  public init(
    store: Store<QuakesState, QuakesAction>,
    timeout: Duration = .seconds(5), now: @escaping @Sendable () -> Date = { .now },
    observer: Observer? = nil, sample: String? = nil
  ) {
    // Each output holds a page of quakes and a map.
    base = RootBase(
      store: store, name: "quakes", capacity: 256, timeout: timeout, now: now, observer: observer)
    self.sample = sample
  }
}

extension QuakesRoot: StandardRoot {
  public typealias Route = QuakesRoute
  public typealias State = QuakesState
  public typealias Action = QuakesAction

  public func isReady(at location: QuakesLocation) -> Bool {
    let state = store.snapshot.state
    return Self.isReady(state) && reportIsDue(at: location, state) == nil
  }

  /// Returns the quake of the page, if its report shall be loaded.
  private func reportIsDue(at location: QuakesLocation, _ state: QuakesState) -> Quake.ID? {
    guard location.isEvent,
      let quake = QuakesState.selectQuake(anyId: location.quakeId)(state),
      state.reports.isDue(quake, at: now())
    else { return nil }
    return quake.id
  }

  static func isReady(_ state: QuakesState) -> Bool {
    state.quakes.status != nil && !(state.quakes.status == .waiting && !state.ledger.isLoaded)
  }

  public func prepare(at location: QuakesLocation) async throws {
    try await store.dispatch(
      actions: .ui(.quakeList(.onAppear)), timeout: timeout, until: Self.isReady)
    // The page waits only for what is on disk, and for a place in the queue: the rest follows as
    // a live update.
    if let quakeId = reportIsDue(at: location, store.snapshot.state) {
      let client = RequestClient.current
      try await store.dispatch(
        actions: .ui(.quakeDetail(.onAppear(quakeId: quakeId, now: now(), client: client))),
        timeout: min(timeout, .milliseconds(100))
      ) { QuakesState.selectReport(quakeId: quakeId)($0)?.status != .waiting }
    }
  }

  public func response(at location: QuakesLocation) -> PageResponse {
    // A form submits all its fields, even empty ones. The redirect leads to the
    // short address.
    if location.hasRedundantItems, location.problems.isEmpty {
      var location = location
      location.hasRedundantItems = false
      return .seeOther(location.href)
    }
    let select = selectors.read()
    if let quakeId = location.quakeId {
      if let quake = select(.quake(quakeId)) {
        // The event was renamed: old links redirect to its new ID.
        if quake.id != quakeId { return .seeOther(location.with { $0.quakeId = quake.id }.href) }
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
      links: [.init(label: "Back to the list", href: location.with { $0.quakeId = nil }.href)]
        + (store.snapshot.state.deletions.quake(anyId: quakeId) != nil
          ? [.init(label: "Deleted events", href: location.deletedEvents.href)] : []))
  }

  func page(
    at location: QuakesLocation, status: PageStatus = .ok,
    _ select: SelectQuakes
  ) -> Page<QuakesPage.Presenter> {
    let minute = ClockMinute(now())
    let state = QuakesPage.Container(location: location, now: minute.start, sample: sample)
      .viewState(select)
    var page = Page(
      status: status, title: state.title, description: state.description, feed: state.feed,
      canonical: location.canonical.href, isIndexed: location.isIndexed,
      image: location.quakeId.map { QuakesRoute.picture($0).href },
      hasDialog: state.confirmation != nil,
      isWaiting: state.isWaiting && state.confirmation == nil, dependencies: select.dependencies,
      expires: minute.end,
      // The next visitor asks for the report again.
      isPersonal: location.notice != nil || state.results?.report?.status == .empty,
      home: location.home.href,
      content: QuakesPage.Presenter(state: state))
    if location.isEvent {
      page.styleSheets = ["page-quakes-event.css"]
    } else if location.compared != nil {
      page.styleSheets = ["page-quakes-compare.css"]
    }
    return page
  }
}
