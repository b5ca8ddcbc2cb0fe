import HashTreeCollections
public import ImmutableData

/// Does what actions of people ask for: it hears every action, and has the
/// persistent store fetch and change what is needed, one thing at a time.
public final class Listener<PersistentStore: PersistentSessionPersistentStore>: Sendable {
  private let session: PersistentSession<PersistentStore>
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<AnimalsState, AnimalsAction>()

  /// - Parameters:
  ///   - store: where animals are kept.
  ///   - onError: hears what went wrong, after it was dispatched as a failure.
  public init(
    store: PersistentStore, onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.session = PersistentSession(store: store)
    self.onError = onError
  }

  /// Hears the actions of a store from now on, and no longer those of
  /// another. Calling it again with the same store changes nothing.
  public func listen<Store>(to store: Store)
  where
    Store: Dispatcher<AnimalsState, AnimalsAction>, Store: Selector<AnimalsState>,
    Store: Streamer<AnimalsState, AnimalsAction>, Store: AnyObject
  {
    loop.observe(store, where: { if case .ui = $0 { true } else { false } }, onError: onError) {
      [weak self] oldState, action in
      await self?.onReceive(from: store, oldState: oldState, action: action)
    }
  }

  /// Stops hearing. What is under way is done to its end; what waits for its
  /// turn behind it is not begun.
  ///
  /// - Returns: what ends when that has ended; `nil` where nothing was heard.
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
    guard case .ui(let action) = action else { return }
    let newState = store.select { $0 }
    do {
      try await perform(action, on: store, from: oldState, to: newState)
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
    case .categoryList(.onAppear):
      guard oldState.categories.status == nil, newState.categories.status == .waiting else {
        return
      }
      try await store.dispatch(thunk: session.fetchCategoriesQuery())
    case .categoryList(.onTapTryAgainButton):
      guard began({ $0.categories.status }) else { return }
      try await store.dispatch(thunk: session.fetchCategoriesQuery())
    case .categoryList(.onTapReloadSampleDataButton):
      guard began({ $0.categories.status }), began({ $0.animals.status }) else { return }
      try await store.dispatch(thunk: session.reloadSampleDataMutation())
    case .animalList(.onAppear):
      guard oldState.animals.status == nil, newState.animals.status == .waiting else { return }
      try await store.dispatch(thunk: session.fetchAnimalsQuery())
    case .animalList(.onTapTryAgainButton):
      guard began({ $0.animals.status }) else { return }
      try await store.dispatch(thunk: session.fetchAnimalsQuery())
    case .animalList(.onTapDeleteSelectedAnimalButton(let animalId)),
      .animalDetail(.onTapDeleteSelectedAnimalButton(let animalId)):
      guard began({ $0.animals.queue[animalId] }) else { return }
      try await store.dispatch(thunk: session.deleteAnimalMutation(animalId: animalId))
    case .animalEditor(.onTapAddAnimalButton(let id, let name, let diet, let categoryId)):
      guard began({ $0.animals.queue[id] }) else { return }
      try await store.dispatch(
        thunk: session.addAnimalMutation(id: id, name: name, diet: diet, categoryId: categoryId))
    case .animalEditor(.onTapUpdateAnimalButton(let animalId, let name, let diet, let categoryId)):
      guard began({ $0.animals.queue[animalId] }) else { return }
      try await store.dispatch(
        thunk: session.updateAnimalMutation(
          animalId: animalId, name: name, diet: diet, categoryId: categoryId))
    }
  }
}
