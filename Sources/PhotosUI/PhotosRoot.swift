public import Foundation
public import ImmutableData
public import ImmutableUI
public import PhotosData

/// Answers the requests of the guide of photos.
public struct PhotosRoot: Sendable {
  /// What the guide answers with.
  public typealias PageResponse = ImmutableUI.PageResponse<PhotosPage.Presenter>

  public let store: Store<PhotosState, PhotosAction>
  let selectors: SelectorCache<PhotosState, PhotosAction>
  let timeout: Duration
  let now: @Sendable () -> Date

  /// - Parameters:
  ///   - store: the photos.
  ///   - timeout: how long an answer may wait for what it asked for.
  ///   - now: the time of day.
  ///   - observer: is told of each evaluation of a selector.
  public init(
    store: Store<PhotosState, PhotosAction>, timeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { .now },
    observer: Observer? = nil
  ) {
    self.store = store
    // Each answer holds a page of photos.
    self.selectors = SelectorCache(
      store: store, name: "photos", capacity: 256, observer: observer)
    self.timeout = timeout
    self.now = now
  }
}

extension PhotosRoot: Root {
  public typealias Route = PhotosRoute
  public typealias State = PhotosState
  public typealias Action = PhotosAction

  public var selectorCounts: [String: SelectorCounts] { selectors.countsByKind }

  public func frozen(at state: PhotosState, now: Date) -> Self? {
    Self(
      store: Store(initialState: state) { state, _ in state }, timeout: .zero, now: { now })
  }

  /// Also `false` where the photos have expired: looking at them asks for
  /// newer ones then. Who looks does not wait for those.
  public func isReady(at location: PhotosLocation) -> Bool {
    let state = store.snapshot.state
    return PhotosState.selectIsReady()(state) && !PhotosState.selectIsDue(at: now())(state)
  }

  public func prepare(at location: PhotosLocation) async throws {
    try await store.dispatch(
      actions: .ui(.photoList(.onAppear(now: now()))), timeout: timeout,
      until: PhotosState.selectIsReady())
  }

  public func response(at location: PhotosLocation) -> PageResponse {
    // A form sends all its fields, empty ones too: what is kept is short.
    if location.hasRedundantItems {
      var location = location
      location.hasRedundantItems = false
      return .seeOther(location.href)
    }
    // The sheet closes itself when the banner is uploaded.
    if location.notice == .bannerSubmitted {
      switch store.select(PhotosState.selectNetworkState()) {
      case .notStarted: return .seeOther(location.plain.href)
      case .finished(.success): return .seeOther(location.with { $0.notice = .bannerUpdated }.href)
      case .inProgress, .finished(.failure): break
      }
    }
    return .page(page(at: location))
  }

  func viewStore(
    at location: PhotosLocation, typed: BannerUpdate.Typed? = nil, _ select: SelectPhotos
  ) -> PhotosViewStore {
    let now = now()
    return PhotosViewStore(
      viewState: PhotosPage.Container(
        location: location, typed: typed, now: ClockMinute(now).start
      ).viewState(select),
      store: store, timeout: timeout, now: now)
  }

  func page(
    at location: PhotosLocation, status: Page<PhotosPage.Presenter>.Status = .ok,
    typed: BannerUpdate.Typed? = nil
  ) -> Page<PhotosPage.Presenter> {
    let select = selectors.read()
    let viewStore = viewStore(at: location, typed: typed, select)
    let state = viewStore.viewState
    return Page(
      status: status, title: state.windowTitle, description: state.description,
      hasDialog: state.showUpdateView,
      // Nothing is asked for again over a field in which one types.
      isWaiting: state.banner.isInProgress || (state.isWaiting && !state.showUpdateView),
      dependencies: select.dependencies, expires: ClockMinute(viewStore.now).end,
      isPersonal: typed != nil || location.notice != nil,
      content: PhotosPage.Presenter(state: PhotosPage.Screen(viewStore, at: location)))
  }
}
