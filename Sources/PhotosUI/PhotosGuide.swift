public import Foundation
import ImmutableData
public import ImmutableUI
public import Look
import PhotosData
public import Storage
import WebClient
public import WebSite

/// The guide to photos, loaded from a photo service and stored in
/// `photos.sqlite`.
public struct PhotosGuide: Guide {
  public let root: PhotosRoot
  private let source: Source?

  /// The client of the photo service, the database, and the listener that
  /// performs the side effects of actions.
  private struct Source {
    let localStore: PhotosLocalStore
    let client: WebClient
    let listener: PhotosListener
    let fetches: FetchCounts
  }

  /// - Parameters:
  ///   - context: the services of the site.
  ///   - service: the base URL of the photo service.
  ///   - limit: the number of photos to request.
  public init(_ context: GuideContext, service: URL, limit: Int) {
    let localStore = PhotosLocalStore(
      url: context.file(of: PhotosRoute.path), report: context.report)
    let client = WebClient(
      userAgent: context.userAgent, limits: PhotosRemoteStore.clientLimits)
    let remoteStore = PhotosRemoteStore(
      baseURL: service, limit: limit, client: client, logger: context.logger)
    let store = Store(
      initialState: PhotosState(), observer: context.stepObserver(of: PhotosRoute.path),
      reducer: PhotosReducer.reduce(state:action:))
    let listener = PhotosListener(
      provider: .live(remoteStore: remoteStore, localStore: localStore),
      uploader: .live(localStore: localStore)
    ) { error in
      context.logFailure(
        "an operation on photos failed", error, isRemote: error is PhotosRemoteStoreError)
    }
    listener.listen(to: store)
    let fetches = FetchCounts(of: store) { action in
      guard case .data(.provider(.didFetchPhotos(let result))) = action else { return nil }
      return if case .failure = result { .failure } else { .success }
    }
    source = Source(
      localStore: localStore, client: client, listener: listener, fetches: fetches)
    root = PhotosRoot(store: store, observer: context.observer)
  }

  /// A guide over a store without a listener of its own.
  public init(root: PhotosRoot) {
    self.root = root
    source = nil
  }

  public var icon: Icon.Shape { .picture }
  public var hue: Int { 335 }
  public var otherNames: [String] { ["pictures"] }
  public var previews: [Preview] { PhotosPage.previews }
  public func excerpt() -> Excerpt? { root.excerpt() }
  public var file: DatabaseFile? { source?.localStore.file }
  public var feed: Feed? {
    source.map { Feed(counts: $0.fetches, lastSuccess: root.store.snapshot.state.photos.fetched) }
  }

  public func cancelFetches() { source?.client.close() }

  public func stop() async throws {
    await source?.listener.stop().value
    try await source?.localStore.close()
  }
}
