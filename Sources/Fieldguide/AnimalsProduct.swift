import AnimalsData
import Foundation
import ImmutableData
import Logging

/// The animals, from the file to the store.
struct AnimalsProduct: Sendable {
  let store: Store<AnimalsState, AnimalsAction>
  private let localStore: LocalStore<UUID>
  private let listener: Listener<LocalStore<UUID>>

  /// Keeps them in `animals.sqlite`.
  init(
    folder: URL, logger: Logger, observer: ObservedStep<AnimalsState, AnimalsAction>.Observer?
  ) {
    localStore = LocalStore<UUID>(
      url: folder.appending(path: DataFolder.animals.name), report: logger.tell)
    store = Store(
      initialState: AnimalsState(), observer: observer,
      reducer: AnimalsReducer.reduce(state:action:))
    listener = Listener(store: localStore) { error in
      logger.error("an operation on animals failed", metadata: ["error": "\(error)"])
    }
    listener.listen(to: store)
  }

  /// Asks for what the first visitor will want, who then need not wait.
  func start() throws {
    try store.dispatch(action: .ui(.categoryList(.onAppear)))
    try store.dispatch(action: .ui(.animalList(.onAppear)))
  }

  /// Ends what is under way, and closes the file.
  func stop() async throws {
    await listener.stop()?.value
    try await localStore.close()
  }
}
