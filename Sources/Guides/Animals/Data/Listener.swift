import HashTreeCollections
public import ImmutableData

/// Performs the side effects of user actions: it observes the actions of a
/// store, and runs the requested operations on the persistent store.
public final class Listener<PersistentStore: PersistentSessionPersistentStore>: Sendable {
  private let session: PersistentSession<PersistentStore>
  private let onError: @Sendable (any Error) -> Void
  private let isOrdered: Bool
  private let reducer: Reducer<AnimalsState, AnimalsAction>
  private let loop = ActionLoop<AnimalsState, AnimalsAction>()

  /// - Parameters:
  ///   - store: the persistent store of the animals.
  ///   - isOrdered: true if the outcomes of operations are in dispatch order; see
  ///     `ActionLoop`. False for a store that several instances share: that checks
  ///     each operation against the content it was based on.
  ///   - onError: called with each error, after its failure was dispatched.
  ///   - reducer: the reducer of the store that is observed. It tells which
  ///     actions started an operation.
  public init(
    store: PersistentStore, isOrdered: Bool = true,
    onError: @escaping @Sendable (any Error) -> Void = { _ in },
    reducer: @escaping Reducer<AnimalsState, AnimalsAction> = AnimalsReducer.reduce
  ) {
    self.session = PersistentSession(store: store)
    self.reducer = reducer
    self.isOrdered = isOrdered
    self.onError = onError
  }

  /// Starts observing the actions of a store, instead of any store observed
  /// before. Does nothing if the store is observed already.
  public func listen<Store>(to store: Store)
  where
    Store: Dispatcher<AnimalsState, AnimalsAction>, Store: Selector<AnimalsState>,
    Store: Streamer<AnimalsState, AnimalsAction>, Store: AnyObject
  {
    loop.observe(
      store, limit: 64, isOrdered: isOrdered,
      where: { if case .ui = $0 { true } else { false } }, onError: onError
    ) {
      [weak self] oldState, action in
      await self?.onReceive(from: store, oldState: oldState, action: action)
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
  private func onReceive(
    from store: some Dispatcher<AnimalsState, AnimalsAction> & Selector<AnimalsState>,
    oldState: AnimalsState, action: AnimalsAction
  ) async {
    guard case .ui(let uiAction) = action else { return }
    do {
      // The reducer is pure, so it tells what this very action started. The
      // present state may be the result of later actions.
      let newState = try reducer(oldState, action)
      try await perform(uiAction, on: store, from: oldState, to: newState)
    } catch {
      onError(error)
    }
  }

  private func perform(
    _ action: AnimalsAction.UI,
    on store: some Dispatcher<AnimalsState, AnimalsAction> & Selector<AnimalsState>,
    from oldState: AnimalsState, to newState: AnimalsState
  ) async throws {
    func began(_ status: (AnimalsState) -> Status?) -> Bool {
      status(oldState) != .waiting && status(newState) == .waiting
    }

    switch action {
    case .categoryList(.onAppear), .categoryList(.onTapTryAgainButton):
      guard began({ $0.categories.status }) else { return }
      try await store.dispatch(thunk: session.fetchCategoriesQuery())
    case .categoryList(.onTapReloadSampleDataButton):
      guard began({ $0.categories.status }), began({ $0.animals.status }) else { return }
      try await store.dispatch(thunk: session.reloadSampleDataMutation())
    case .animalList(.onAppear), .animalList(.onTapTryAgainButton):
      guard began({ $0.animals.status }) else { return }
      try await store.dispatch(thunk: session.fetchAnimalsQuery())
    case .animalList(.onTapDeleteSelectedAnimalButton(let animalId)),
      .animalDetail(.onTapDeleteSelectedAnimalButton(let animalId)):
      guard began({ $0.animals.queue[animalId] }) else { return }
      try await store.dispatch(
        thunk: session.deleteAnimalMutation(
          animalId: animalId, replacing: oldState.animals.data[animalId]))
    case .animalEditor(.onTapAddAnimalButton(let id, let name, let diet, let categoryId)):
      guard began({ $0.animals.queue[id] }) else { return }
      try await store.dispatch(
        thunk: session.addAnimalMutation(id: id, name: name, diet: diet, categoryId: categoryId))
    case .animalEditor(.onTapUpdateAnimalButton(let animalId, let name, let diet, let categoryId)):
      guard began({ $0.animals.queue[animalId] }) else { return }
      try await store.dispatch(
        thunk: session.updateAnimalMutation(
          animalId: animalId, name: name, diet: diet, categoryId: categoryId,
          replacing: oldState.animals.data[animalId]))
    }
  }
}
