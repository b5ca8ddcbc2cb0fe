import Foundation
import ImmutableData
import Logging
import PhotosData
import WebClient

/// The photos, from the service and the file to the store.
struct PhotosProduct: Sendable {
  let store: Store<PhotosState, PhotosAction>
  private let localStore: PhotosLocalStore
  private let listener: PhotosListener

  /// Keeps them in `photos.sqlite`. Nothing is fetched before somebody looks.
  init(
    folder: URL, service: URL, limit: Int, logger: Logger,
    observer: ObservedStep<PhotosState, PhotosAction>.Observer?
  ) {
    localStore = PhotosLocalStore(
      url: folder.appending(path: DataFolder.photos.name), report: logger.tell)
    let remoteStore = PhotosRemoteStore(
      baseURL: service, limit: limit,
      client: WebClient(
        userAgent: "Fieldguide/1.0", limits: PhotosRemoteStore.clientLimits),
      logger: logger)
    store = Store(
      initialState: PhotosState(), observer: observer, reducer: PhotosReducer.reduce(state:action:))
    listener = PhotosListener(
      provider: .live(remoteStore: remoteStore, localStore: localStore),
      uploader: .live(localStore: localStore)
    ) { error in
      logger.error("an operation on photos failed", metadata: ["error": "\(error)"])
    }
    listener.listen(to: store)
  }

  /// Ends what is under way, and closes the file.
  func stop() async throws {
    await listener.stop().value
    try localStore.close()
  }
}
