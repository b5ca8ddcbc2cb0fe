import Durable
public import Foundation
import ImmutableData
public import ImmutableUI
public import Look
import PhotosData
import WebClient
public import WebSite

/// The guide to photos, loaded from a photo service and kept in a log.
public struct PhotosGuide: Guide {
  public let root: PhotosRoot
  public let sample: GuideSample<PhotosRoot>?
  public let source: GuideSource?
  public let pictureOrigins: [String]

  /// - Parameters:
  ///   - context: the services of the site.
  ///   - service: the base URL of the photo service.
  ///   - limit: the number of photos to request.
  public init(_ context: GuideContext, service: URL, limit: Int) {
    let client = WebClient(
      userAgent: context.userAgent, service: service, limits: PhotosRemoteStore.clientLimits)
    let remoteStore = PhotosRemoteStore(
      baseURL: service, limit: limit, client: client, now: context.now, logger: context.logger)
    let store = Store(
      initialState: PhotosState(), observer: context.stepObserver(of: PhotosRoute.path),
      reducer: PhotosReducer.reduce(state:action:))
    let log = context.storage.photos(of: remoteStore.source) { action in
      try await store.dispatch(action: .data(action))
    }
    let listener = PhotosListener(
      provider: .live(remoteStore: remoteStore, log: log), uploader: .live(log: log)
    ) { error in
      context.logFailure(
        "an operation on photos failed", error,
        isRemote: error is PhotosRemoteStoreError || error is FetchInProgress)
    }
    listener.listen(to: store)
    let fetches = FetchCounts(of: store) { action in
      guard case .data(.provider(.didFetchPhotos(let result))) = action else { return nil }
      return if case .failure = result { .failure } else { .success }
    }
    source = GuideSource(
      file: log.file, client: client,
      feed: {
        let photos = store.snapshot.state.photos
        return Feed(counts: fetches, lastSuccess: photos.fetched, skipped: photos.skipped)
      },
      start: { try await log.start() },
      finish: {
        await listener.stop().value
        try await log.close()
      })
    // The host of the pictures of JSONPlaceholder has served none since January 2025.
    pictureOrigins = [service.origin].compactMap { $0 }
    root = PhotosRoot(
      store: store, pictureOrigins: pictureOrigins, files: .live(service: service),
      timeout: context.timeout, now: context.now, observer: context.observer)
    sample = Self.sample(now: context.now)
  }

  private static func sample(now: @escaping @Sendable () -> Date) -> GuideSample<PhotosRoot> {
    let store = Store(
      initialState: PhotosState(), reducer: PhotosReducer.reduce(state:action:))
    let uploader = BannerUploader { banner in
      try await store.dispatch(action: .data(.log([.banner(banner)])))
    }
    let listener = PhotosListener(provider: .sample(now: now), uploader: uploader)
    listener.listen(to: store)
    return GuideSample(
      "Sample of \(Photo.samples.count) photos",
      root: PhotosRoot(store: store, files: .sample, now: now),
      load: { withExtendedLifetime(listener) {} }, stock: \.stock,
      asksService: { [.refresh, .tryAgain].contains($0) }, excerpt: { $0.excerpt() })
  }

  /// A guide over a store without a listener of its own.
  public init(root: PhotosRoot) {
    self.root = root
    sample = nil
    source = nil
    pictureOrigins = []
  }

  public var icon: Icon.Shape { .picture }
  public var hue: Int { 335 }
  public var otherNames: [String] { ["pictures"] }
  public func excerpt() -> Excerpt? { root.excerpt() }
  public func search(_ query: SearchQuery, in pages: PhotosRoot) -> SearchHits? {
    pages.search(query)
  }
  public var isShareable: Bool { true }
}

extension PhotosState {
  /// The data, as opposed to the sample.
  fileprivate var stock: GuideSample<PhotosRoot>.Stock {
    if photos.isLoaded { return .present }
    guard photos.isRead else { return .unknown }
    return if case .failure = photos.status { .none(hasFailed: true) } else {
      .none(hasFailed: false)
    }
  }
}
