import HashTreeCollections
public import ImmutableData
import Records

/// Performs the side effects of user actions: it observes the actions of a
/// store, and runs the requested operations on the persistent store.
public final class Listener<PersistentStore: PersistentSessionPersistentStore>: Sendable {
  private let store: PersistentStore
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<AnimalsState, AnimalsAction>()

  /// - Parameters:
  ///   - store: the persistent store of the animals.
  ///   - onError: called with each error, after its failure was dispatched.
  public init(
    store: PersistentStore, onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.store = store
    self.onError = onError
  }

  /// Starts observing the actions of a store, instead of any store observed
  /// before. Does nothing if the store is observed already.
  public func listen(to store: Store<AnimalsState, AnimalsAction>) {
    loop.observe(store, limit: 64, where: { if case .ui = $0 { true } else { false } }) {
      [weak self] transition, turn in
      guard let self else { return }
      do {
        try await self.store.connect(to: store)
        try await perform(transition, on: store, in: turn)
      } catch {
        onError(error)
      }
    }
  }

  /// Stops observing. The operation in progress is completed; operations queued
  /// behind it are not started.
  ///
  /// - Returns: a task that ends with the operation in progress; `nil` if no
  ///   store was observed.
  @discardableResult
  public func stop() -> Task<Void, Never>? {
    loop.stop()
  }
}

extension Listener {
  private func perform(
    _ transition: Transition<AnimalsState, AnimalsAction>,
    on store: Store<AnimalsState, AnimalsAction>, in turn: ActionTurn
  ) async throws {
    guard case .ui(let action) = transition.action else { return }
    let session = PersistentSession(store: self.store.taking(turn))
    func begins(_ status: (AnimalsState) -> Status?) -> Bool {
      transition.begins { status($0) == .waiting }
    }
    switch action {
    case .categoryList(.onAppear), .categoryList(.onTapTryAgainButton):
      guard begins({ $0.categories.status }) else { return }
      try await store.dispatch(thunk: session.fetchCategoriesQuery())
    case .categoryList(.onTapReloadSampleDataButton(let origin)):
      guard begins({ $0.categories.status }), begins({ $0.animals.status }) else { return }
      try await store.dispatch(
        thunk: session.reloadSampleDataMutation(by: origin ?? ChangeOrigin(cause: .reset)))
    case .animalList(.onAppear), .animalList(.onTapTryAgainButton):
      guard begins({ $0.animals.status }) else { return }
      try await store.dispatch(thunk: session.fetchAnimalsQuery())
    case .animalList(.onTapDeleteSelectedAnimalButton(let animalId, let origin)),
      .animalDetail(.onTapDeleteSelectedAnimalButton(let animalId, let origin)):
      guard begins({ $0.animals.queue[animalId] }) else { return }
      try await store.dispatch(
        thunk: session.deleteAnimalMutation(
          animalId: animalId, replacing: transition.oldState.animals.data[animalId],
          by: origin ?? ChangeOrigin()))
    case .animalList(.onTapChangeAnimalsButton(let operation)):
      guard begins({ $0.animals.queue[operation.id] }) else { return }
      try await store.dispatch(thunk: session.changeAnimalsMutation(operation))
    case .animalEditor(
      .onTapAddAnimalButton(let id, let name, let diet, let categoryId, let note, let origin)):
      guard begins({ $0.animals.queue[id] }) else { return }
      try await store.dispatch(
        thunk: session.addAnimalMutation(
          id: id, name: name, diet: diet, categoryId: categoryId, note: note,
          by: origin ?? ChangeOrigin()))
    case .animalEditor(
      .onTapUpdateAnimalButton(
        let animalId, let name, let diet, let categoryId, let note, let origin)):
      guard begins({ $0.animals.queue[animalId] }) else { return }
      try await store.dispatch(
        thunk: session.updateAnimalMutation(
          animalId: animalId, name: name, diet: diet, categoryId: categoryId, note: note,
          replacing: transition.oldState.animals.data[animalId], by: origin ?? ChangeOrigin()))
    }
  }
}
