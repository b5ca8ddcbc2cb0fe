import Foundation
import ImmutableData
import Logging
import QuakesData
import WebClient

/// The quakes, from the feed and the file to the store.
struct QuakesProduct: Sendable {
  let store: Store<QuakesState, QuakesAction>
  private let localStore: LocalStore
  private let listener: Listener<LocalStore, RemoteStore>

  /// Keeps them in `quakes.sqlite`.
  init(
    folder: URL, feeds: URL, logger: Logger,
    observer: ObservedStep<QuakesState, QuakesAction>.Observer?
  ) {
    localStore = LocalStore(
      url: folder.appending(path: DataFolder.quakes.name), report: logger.tell)
    let remoteStore = RemoteStore(
      baseURL: feeds, client: WebClient(userAgent: "Fieldguide/1.0"), logger: logger)
    store = Store(
      initialState: QuakesState(), observer: observer, reducer: QuakesReducer.reduce(state:action:))
    listener = Listener(localStore: localStore, remoteStore: remoteStore) { error in
      logger.error("an operation on earthquakes failed", metadata: ["error": "\(error)"])
    }
    listener.listen(to: store)
  }

  /// Asks for what the first visitor will want, who then need not wait.
  func start() throws {
    try store.dispatch(action: .ui(.quakeList(.onAppear)))
  }

  /// Ends what is under way, and closes the file.
  func stop() async throws {
    await listener.stop()?.value
    try await localStore.close()
  }
}
