import BreedsData
import Composable
import Foundation
import ImmutableData
import Logging
import WebClient

/// The breeds, from the network and the file to the store.
struct BreedsProduct: Sendable {
  let store: Store<AppState, AppAction>
  /// Where pictures may be.
  let pictureOrigins: [String]
  private let localStore: LocalStore

  /// Keeps them in `breeds.sqlite`.
  init(
    folder: URL, dogs: URL, logger: Logger, observer: ObservedStep<AppState, AppAction>.Observer?
  ) {
    localStore = LocalStore(
      url: folder.appending(path: DataFolder.breeds.name), report: logger.tell)
    let api = DogAPI(baseURL: dogs, client: WebClient(userAgent: "Fieldguide/1.0"))
    pictureOrigins = api.pictureOrigins
    store = Store(
      initialState: .initial, observer: observer, reducer: AppState.reducer,
      environment: .live(api: api, store: localStore) { error in
        logger.error("the list of breeds was not read or kept", metadata: ["error": "\(error)"])
      }
    ) { report in
      logger.warning("breeds", metadata: ["report": "\(report)"])
    }
  }

  /// Closes the file.
  func stop() throws {
    try localStore.close()
  }
}
