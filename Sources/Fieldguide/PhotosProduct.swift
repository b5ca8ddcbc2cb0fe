import Foundation
import ImmutableData
import Logging
import PhotosData
import Storage
import WebClient

/// The photos, from the service and the file to the store.
struct PhotosProduct: Product {
  let guide = DataFolder.photos
  let store: Store<PhotosState, PhotosAction>
  private let localStore: PhotosLocalStore
  private let client = WebClient(userAgent: Self.userAgent, limits: PhotosRemoteStore.clientLimits)
  private let listener: PhotosListener
  private let fetches: FetchCounts

  /// Keeps them in `photos.sqlite`. Nothing is fetched before somebody looks.
  init(
    folder: URL, service: URL, limit: Int, logger: Logger,
    observer: ObservedStep<PhotosState, PhotosAction>.Observer?
  ) {
    localStore = PhotosLocalStore(
      url: folder.appending(path: DataFolder.photos.name), report: logger.tell)
    let remoteStore = PhotosRemoteStore(
      baseURL: service, limit: limit, client: client, logger: logger)
    store = Store(
      initialState: PhotosState(), observer: observer, reducer: PhotosReducer.reduce(state:action:))
    listener = PhotosListener(
      provider: .live(remoteStore: remoteStore, localStore: localStore),
      uploader: .live(localStore: localStore)
    ) { error in
      logger.failed(
        "an operation on photos failed", error, isOfOthers: error is PhotosRemoteStoreError)
    }
    listener.listen(to: store)
    fetches = FetchCounts(of: store) { action in
      guard case .data(.provider(.didFetchPhotos(let result))) = action else { return nil }
      return if case .failure = result { .failure } else { .success }
    }
  }

  var file: DatabaseFile { localStore.file }
  var dispatches: Int { store.counter.value }
  var feed: Feed {
    Feed(guide: guide, counts: fetches.counts, lastSuccess: store.snapshot.state.photos.fetched)
  }

  /// Nothing is, before somebody looks.
  func isLoaded() -> Bool { true }

  func endFetching() { client.close() }

  func stop() async throws {
    await listener.stop().value
    try await localStore.close()
  }
}
