import HashTreeCollections
public import ImmutableData
import Synchronization

/// Does what actions ask for: it hears every action, and has quakes fetched
/// and kept as is needed.
///
/// Changes are saved one at a time, in the order of their actions. A feed is
/// fetched beside that, so that a slow service delays no deletion.
public final class Listener<
  LocalStore: PersistentSessionLocalStore, RemoteStore: PersistentSessionRemoteStore
>: Sendable {
  private let session: PersistentSession<LocalStore, RemoteStore>
  private let onError: @Sendable (any Error) -> Void
  private let loop = ActionLoop<QuakesState, QuakesAction>()
  private let unsaved = Mutex(Unsaved())
  private let fetching = Mutex(Fetching())

  /// - Parameters:
  ///   - localStore: where quakes are kept.
  ///   - remoteStore: where they come from.
  ///   - onError: hears what went wrong, after it was dispatched as a failure.
  public init(
    localStore: LocalStore, remoteStore: RemoteStore,
    onError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.session = PersistentSession(localStore: localStore, remoteStore: remoteStore)
    self.onError = onError
  }

  /// Hears the actions of a store from now on, and no longer those of
  /// another. Calling it again with the same store changes nothing.
  public func listen<Store>(to store: Store)
  where
    Store: Dispatcher<QuakesState, QuakesAction>, Store: Selector<QuakesState>,
    Store: Streamer<QuakesState, QuakesAction>, Store: AnyObject
  {
    fetching.withLock { $0.isStopped = false }
    loop.observe(store, onError: onError) { [weak self] oldState, action in
      await self?.onReceive(from: store, oldState: oldState, action: action)
    }
  }

  /// Stops hearing. A fetch is cancelled; what is being saved is saved; what
  /// waits for its turn behind it is not begun.
  ///
  /// - Returns: a task that ends when all of that has ended.
  @discardableResult
  public func stop() -> Task<Void, Never> {
    let saving = loop.stop()
    let fetch = fetching.withLock { fetching in
      fetching.isStopped = true
      fetching.task?.cancel()
      return fetching.task
    }
    return Task {
      await fetch?.value
      await saving?.value
    }
  }
}

extension Listener {
  private func onReceive(
    from store: some Dispatcher<QuakesState, QuakesAction> & Selector<QuakesState>,
    oldState: QuakesState, action: QuakesAction
  ) async {
    do {
      switch action {
      case .ui(.quakeList(let action)):
        try await perform(action, on: store, from: oldState)
      case .data(.persistentSession(.remoteStore(.didFetchQuakes(.success(let quakes))))):
        try await save(quakes, on: store, from: oldState)
      case .data(.persistentSession(.remoteStore(.didFetchFeed(let feed)))):
        try await save(feed.quakes, on: store, from: oldState)
      case .data:
        break
      }
    } catch {
      onError(error)
    }
  }

  private func perform(
    _ action: QuakesAction.UI.QuakeList,
    on store: some Dispatcher<QuakesState, QuakesAction> & Selector<QuakesState>,
    from oldState: QuakesState
  ) async throws {
    let began = oldState.quakes.status != .waiting && store.select { $0.quakes.status } == .waiting
    switch action {
    case .onAppear:
      guard oldState.quakes.status == nil, began else { return }
      try await store.dispatch(thunk: session.fetchLocalQuakesQuery())
    case .onTapTryAgainButton:
      guard began else { return }
      try await store.dispatch(thunk: session.fetchLocalQuakesQuery())
    case .onTapRefreshQuakesButton(let range):
      guard began else { return }
      fetch(range, on: store)
    case .onTapDeleteSelectedQuakeButton(let quakeId):
      guard let quake = oldState.quakes.data[quakeId] else { return }
      try await remembering([quake], deletedIds: quake.ids) {
        try await store.dispatch(thunk: session.deleteLocalQuakeMutation(quake: quake))
      }
    case .onTapDeleteAllQuakesButton:
      try await remembering(oldState.quakes.data.values) {
        try await store.dispatch(thunk: session.deleteLocalQuakesMutation())
      }
    }
  }

  /// Fetches a feed in a task of its own. The state lets only one refresh begin
  /// at a time.
  private func fetch(
    _ range: QuakesFeed.Range,
    on store: some Dispatcher<QuakesState, QuakesAction> & Selector<QuakesState>
  ) {
    fetching.withLock { fetching in
      guard !fetching.isStopped else { return }
      fetching.task = Task { [session, onError] in
        do {
          try await store.dispatch(thunk: session.fetchRemoteQuakesQuery(range: range))
        } catch {
          onError(error)
        }
      }
    }
  }

  /// Saves what a refresh changed, and what could not be saved before.
  private func save(
    _ payload: [Quake],
    on store: some Dispatcher<QuakesState, QuakesAction> & Selector<QuakesState>,
    from oldState: QuakesState
  ) async throws {
    let newState = store.select { $0 }
    let unsaved = unsaved.withLock { $0 }
    let changes = QuakesChanges(from: oldState, to: newState, payload: payload)
      .adding(unsaved, in: newState)
    try await remembering(
      changes.inserted + changes.updated + changes.deleted, deletedIds: changes.deletedIds
    ) {
      try await store.dispatch(thunk: session.didRefreshQuakesMutation(changes: changes))
    }
    self.unsaved.withLock { $0 = Unsaved() }
  }

  /// Remembers quakes and ids as unsaved where something fails.
  private func remembering(
    _ quakes: some Sequence<Quake>, deletedIds: [Quake.ID] = [],
    _ mutation: () async throws -> Void
  ) async throws {
    do {
      try await mutation()
    } catch {
      unsaved.withLock { unsaved in
        for quake in quakes { unsaved.quakes[quake.id] = quake }
        unsaved.deletedIds.formUnion(deletedIds)
      }
      throw error
    }
  }
}

/// The fetch that was begun last.
private struct Fetching {
  var task: Task<Void, Never>?
  var isStopped = false
}

/// What could not be saved, to be saved with the next refresh.
private struct Unsaved {
  var quakes: [Quake.ID: Quake] = [:]
  var deletedIds: Set<Quake.ID> = []
}

extension QuakesChanges {
  /// With quakes that differ on disk from what they are in a state.
  fileprivate func adding(_ unsaved: Unsaved, in state: QuakesState) -> QuakesChanges {
    var changes = self
    let told = Set((inserted + updated + deleted).map(\.id))
    for (id, quake) in unsaved.quakes where !told.contains(id) {
      if let quake = state.quakes.data[id] {
        changes.updated.append(quake)
      } else {
        changes.deleted.append(quake)
      }
    }
    changes.deletedIds += unsaved.deletedIds.subtracting(deletedIds)
    return changes
  }
}
