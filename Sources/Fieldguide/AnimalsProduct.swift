import AnimalsData
import Foundation
import ImmutableData
import Logging
import Storage

/// The animals, from the file to the store.
struct AnimalsProduct: Product {
  let guide = DataFolder.animals
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
      logger.failed("an operation on animals failed", error)
    }
    listener.listen(to: store)
  }

  var file: DatabaseFile { localStore.file }
  var dispatches: Int { store.counter.value }

  func isLoaded() -> Bool {
    let state = store.snapshot.state
    if case .failure = state.categories.status {
      Task { try await store.dispatch(action: .ui(.categoryList(.onTapTryAgainButton))) }
    }
    if case .failure = state.animals.status {
      Task { try await store.dispatch(action: .ui(.animalList(.onTapTryAgainButton))) }
    }
    func isLoaded(_ status: Status?, isEmpty: Bool) -> Bool { status == .success || !isEmpty }
    return isLoaded(state.categories.status, isEmpty: state.categories.data.isEmpty)
      && isLoaded(state.animals.status, isEmpty: state.animals.data.isEmpty)
  }

  func start() async throws {
    try await store.dispatch(action: .ui(.categoryList(.onAppear)))
    try await store.dispatch(action: .ui(.animalList(.onAppear)))
  }

  func stop() async throws {
    await listener.stop()?.value
    try await localStore.close()
  }
}
