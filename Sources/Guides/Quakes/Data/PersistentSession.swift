import Foundation
import ImmutableData
import WebClient

/// A factory of thunks that query the local and the remote store and dispatch
/// their results.
///
/// Each thunk dispatches an error as a failure before it throws the error.
actor PersistentSession<
  LocalStore: PersistentSessionLocalStore, RemoteStore: PersistentSessionRemoteStore
> {
  typealias Thunk<D, S> = @Sendable (_ dispatcher: D, _ selector: S) async throws -> Void
  typealias Action = QuakesAction.Data.PersistentSession

  private let localStore: LocalStore
  private let remoteStore: RemoteStore

  init(localStore: LocalStore, remoteStore: RemoteStore) {
    self.localStore = localStore
    self.remoteStore = remoteStore
  }

  func fetchLocalQuakesQuery<D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>>()
    -> Thunk<D, S>
  {
    { [localStore] dispatcher, _ in
      let quakes: [Quake]
      do {
        let ledger = try await localStore.fetchLocalLedgerQuery()
        let deleted = try await localStore.fetchLocalDeletionsQuery()
        quakes = try await localStore.fetchLocalQuakesQuery()
        if let ledger {
          try await Self.dispatch(.localStore(.didFetchLedger(ledger: ledger)), on: dispatcher)
        }
        if !deleted.isEmpty {
          try await Self.dispatch(.localStore(.didFetchDeletions(quakes: deleted)), on: dispatcher)
        }
      } catch {
        let failure = error.localizedDescription
        try await Self.dispatch(
          .localStore(.didFetchQuakes(result: .failure(error: failure))), on: dispatcher)
        throw error
      }
      try await Self.dispatch(
        .localStore(.didFetchQuakes(result: .success(quakes: quakes))), on: dispatcher)
    }
  }

  func fetchRemoteQuakesQuery<
    D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>
  >(range: QuakesFeed.Range) -> Thunk<D, S> {
    { [remoteStore] dispatcher, _ in
      let action: Action.RemoteStore
      do {
        let feed = try await reportingProgress {
          try await Self.dispatch(.remoteStore(.didReceive($0)), on: dispatcher)
        } of: {
          try await remoteStore.fetchRemoteFeedQuery(range: range, progress: $0)
        }
        if let feed {
          action = .didFetchFeed(feed: feed)
        } else {
          action = .didFetchQuakes(
            result: .success(quakes: try await remoteStore.fetchRemoteQuakesQuery(range: range)))
        }
      } catch {
        let failure = error.localizedDescription
        try await Self.dispatch(
          .remoteStore(.didFetchQuakes(result: .failure(error: failure))), on: dispatcher)
        throw error
      }
      try await Self.dispatch(.remoteStore(action), on: dispatcher)
    }
  }

  /// Loads the report of a quake from disk, and ends with it unless it may have changed since.
  func fetchLocalReportQuery<D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>>(
    of quake: Quake, at now: Date
  ) -> Thunk<D, S> {
    { [localStore] dispatcher, _ in
      // A report that cannot be read is fetched again.
      guard let stored = try? await localStore.fetchLocalReportQuery(quakeId: quake.id) else {
        return
      }
      try await Self.dispatch(.localStore(.didFetchReport(stored)), on: dispatcher)
      guard !stored.isStale(for: quake, at: now) else { return }
      try await Self.end(quake.id, .success(report: nil), on: dispatcher)
    }
  }

  /// Loads the report of a quake from its source.
  func fetchReportQuery<D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>>(
    of quake: Quake, at now: Date
  ) -> Thunk<D, S> {
    { [localStore, remoteStore] dispatcher, _ in
      do {
        let report = try await remoteStore.fetchRemoteReportQuery(
          quakeId: quake.id, longitude: quake.longitude, at: now)
        try await Self.end(quake.id, .success(report: report), on: dispatcher)
        if let report { try await localStore.saveReportMutation(report) }
      } catch let error as RemoteStoreError {
        try await Self.end(quake.id, .failure(error: error.localizedDescription), on: dispatcher)
        throw error
      }
    }
  }

  /// Dispatches the end of loading a report.
  static func end(
    _ quakeId: Quake.ID, _ result: QuakesAction.FetchReportResult,
    on dispatcher: some Dispatcher<QuakesState, QuakesAction>
  ) async throws {
    try await dispatch(
      .remoteStore(.didFetchReport(quakeId: quakeId, result: result)), on: dispatcher)
  }

  func didRefreshQuakesMutation<
    D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>
  >(_ change: Action.LocalStore.Change = .refresh, changes: QuakesChanges) -> Thunk<D, S> {
    { [localStore] dispatcher, _ in
      try await Self.save(change, on: dispatcher) {
        try await localStore.didRefreshQuakesMutation(changes: changes)
      }
    }
  }

  func deleteLocalQuakeMutation<
    D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>
  >(_ deleted: DeletedQuake) -> Thunk<D, S> {
    { [localStore] dispatcher, _ in
      try await Self.save(.deleteQuake(quakeId: deleted.quake.id), on: dispatcher) {
        try await localStore.deleteLocalQuakeMutation(deleted)
      }
    }
  }

  func deleteLocalQuakesMutation<
    D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>
  >(date: Date) -> Thunk<D, S> {
    { [localStore] dispatcher, _ in
      try await Self.save(.deleteQuakes, on: dispatcher) {
        try await localStore.deleteLocalQuakesMutation(date: date)
      }
    }
  }

  func saveMutation<D: Dispatcher<QuakesState, QuakesAction>, S: Selector<QuakesState>>(
    _ change: Action.LocalStore.Change,
    computing compute: @escaping @Sendable (QuakesState) throws -> QuakesChange?
  ) -> Thunk<D, S> {
    { [localStore] dispatcher, selector in
      try await Self.save(change, on: dispatcher) {
        try await localStore.saveMutation { try compute(selector.select { $0 }) }
      }
    }
  }

  /// Saves a change, and dispatches the result.
  private static func save(
    _ change: Action.LocalStore.Change,
    on dispatcher: some Dispatcher<QuakesState, QuakesAction>, _ mutation: () async throws -> Void
  ) async throws {
    do {
      try await mutation()
    } catch {
      let failure = error.localizedDescription
      try await dispatch(
        .localStore(.didSaveQuakes(change: change, result: .failure(error: failure))),
        on: dispatcher)
      throw error
    }
    try await dispatch(
      .localStore(.didSaveQuakes(change: change, result: .success)), on: dispatcher)
  }

  private static func dispatch(
    _ action: Action, on dispatcher: some Dispatcher<QuakesState, QuakesAction>
  ) async throws {
    try await dispatcher.dispatch(action: .data(.persistentSession(action)))
  }
}
