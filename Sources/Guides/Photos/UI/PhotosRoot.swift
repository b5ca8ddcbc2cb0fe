public import Foundation
public import ImmutableData
public import ImmutableUI
import Look
public import PhotosData

/// Handles the requests of the guide to photos.
public struct PhotosRoot: Sendable {
  /// A response of the guide.
  public typealias PageResponse = ImmutableUI.PageResponse<PhotosPage.Presenter>

  public let base: RootBase<PhotosState, PhotosAction>
  private let pictureOrigins: [String]
  private let files: PhotoFiles

  /// - Parameters:
  ///   - store: the store of the photos.
  ///   - pictureOrigins: the origins that pictures may be loaded from.
  ///   - files: the pictures that this site has itself.
  ///   - timeout: the maximum time that a request waits for its operations.
  ///   - now: returns the current time.
  ///   - observer: observes the evaluations of selectors.
  public init(
    store: Store<PhotosState, PhotosAction>, pictureOrigins: [String] = [],
    files: PhotoFiles = .none, timeout: Duration = .seconds(5),
    now: @escaping @Sendable () -> Date = { .now },
    observer: Observer? = nil
  ) {
    self.pictureOrigins = pictureOrigins
    self.files = files
    // Each cached value is one page of photos.
    base = RootBase(
      store: store, name: "photos", capacity: 256, timeout: timeout, now: now, observer: observer)
  }
}

extension PhotosRoot: StandardRoot {
  public typealias Route = PhotosRoute
  public typealias State = PhotosState
  public typealias Action = PhotosAction

  /// Also `false` if the photos have expired: a visit then starts a refresh,
  /// but does not wait for it.
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
    // A form sends all its fields, even empty ones. Redirects to the short
    // address.
    if location.hasRedundantItems, location.rejectedSearch == nil {
      var location = location
      location.hasRedundantItems = false
      return .seeOther(location.href)
    }
    // The dialog closes when the banner was uploaded.
    if location.notice == .bannerSubmitted {
      switch store.select(PhotosState.selectNetworkState()) {
      case .notStarted: return .seeOther(location.plain.href)
      case .finished(.success): return .seeOther(location.with { $0.notice = .bannerUpdated }.href)
      case .inProgress, .finished(.failure): break
      }
    }
    if let id = location.photo, store.snapshot.state.photos.isLoaded,
      selectors.read()(.photo(id, filteredBy: location.search)) == nil
    {
      return .notFound(Self.missing)
    }
    return .page(page(at: location, status: location.rejectedSearch == nil ? .ok : .badRequest))
  }

  private static let missing = NotFound(
    title: "Photo not found", message: "It may have been removed.",
    links: [Link(label: "All photos", href: PhotosLocation().href)])

  public func content(of picture: PhotoPicture) async throws -> DownloadContent {
    if !PhotosState.selectIsReady()(store.snapshot.state) {
      try await prepare(at: PhotosLocation())
    }
    let photo = store.snapshot.state.photos.data.first { $0.id == picture.id }
    guard let file = photo?.file, let bytes = try? files.read(file.path) else { throw Self.missing }
    return DownloadContent(
      contentType: bytes.first == 0x89 ? "image/png" : "image/jpeg", version: file.version,
      isVersionInAddress: picture.version == file.version
    ) { bytes }
  }

  func viewStore(
    at location: PhotosLocation, draft: BannerUpdate.Draft? = nil, _ select: SelectPhotos
  ) -> PhotosViewStore {
    let now = now()
    return PhotosViewStore(
      viewState: PhotosPage.Container(
        location: location, draft: draft, now: ClockMinute(now).start,
        pictureOrigins: pictureOrigins
      ).viewState(select),
      store: store, timeout: timeout, now: now)
  }

  func page(
    at location: PhotosLocation, status: PageStatus = .ok,
    draft: BannerUpdate.Draft? = nil
  ) -> Page<PhotosPage.Presenter> {
    let select = selectors.read()
    let viewStore = viewStore(at: location, draft: draft, select)
    let state = viewStore.viewState
    var page = Page(
      status: status, title: state.windowTitle, description: state.description,
      hasDialog: state.showUpdateView,
      // The page does not reload itself while a visitor types into the dialog.
      isWaiting: state.banner.isInProgress || (state.isWaiting && !state.showUpdateView),
      dependencies: select.dependencies, expires: ClockMinute(viewStore.now).end,
      isPersonal: draft != nil || location.notice != nil,
      content: PhotosPage.Presenter(state: PhotosPage.Screen(viewStore, at: location)))
    page.styleSheets = ["page-photos-grid.css"]
    return page
  }
}
