import BreedsData
import Composable
import FieldguideSite
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

  /// Opens `breeds.sqlite`.
  ///
  /// - Throws: `SettingsError` where it cannot be opened.
  init(folder: URL, dogs: URL, logger: Logger) throws {
    let file = folder.appendingPathComponent("breeds.sqlite")
    do {
      localStore = try LocalStore(url: file)
    } catch {
      throw SettingsError(
        "the breeds cannot be kept in \(file.path): \(error.localizedDescription)")
    }
    let api = DogAPI(baseURL: dogs, client: WebClient(userAgent: "Fieldguide/1.0"))
    pictureOrigins = api.pictureOrigins
    store = Store(
      initialState: .initial, reducer: AppState.reducer,
      environment: .live(api: api, store: localStore)
    ) { report in
      logger.warning("breeds", metadata: ["report": "\(report)"])
    }
  }

  /// Closes the file.
  func stop() throws {
    try localStore.close()
  }
}
