import BreedsData
import Composable
import Foundation
import ImmutableData
import Logging
import Storage
import WebClient

/// The breeds, from the network and the file to the store.
struct BreedsProduct: Product {
  let guide = DataFolder.breeds
  let store: Store<AppState, AppAction>
  /// Where pictures may be.
  let pictureOrigins: [String]
  private let localStore: LocalStore
  private let client = WebClient(userAgent: Self.userAgent)
  private let fetches: FetchCounts

  /// Keeps them in `breeds.sqlite`.
  init(
    folder: URL, dogs: URL, logger: Logger, observer: ObservedStep<AppState, AppAction>.Observer?
  ) {
    localStore = LocalStore(
      url: folder.appending(path: DataFolder.breeds.name), report: logger.tell)
    let api = DogAPI(baseURL: dogs, client: client)
    pictureOrigins = api.pictureOrigins
    store = Store(
      initialState: .initial, observer: observer, reducer: AppState.reducer,
      environment: .live(api: api, store: localStore) { error in
        logger.failed(
          "an operation on breeds failed", error,
          isOfOthers: error is DogAPIError || error is WebClientError)
      }
    ) { report in
      logger.warning("breeds", metadata: ["report": "\(report)"])
    }
    fetches = FetchCounts(of: store) { action in
      switch action {
      case .dogs(.dogsLoaded): .success
      case .dogs(.dogsLoadFailed): .failure
      default: nil
      }
    }
  }

  var file: DatabaseFile { localStore.file }
  var dispatches: Int { store.counter.value }
  var feed: Feed {
    Feed(guide: guide, counts: fetches.counts, lastSuccess: store.snapshot.state.loadedAt)
  }

  /// Nothing is, before somebody looks.
  func isLoaded() -> Bool { true }

  func endFetching() { client.close() }

  func stop() async throws {
    try await localStore.close()
  }
}
