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
  typealias Store = ImmutableData.Store<QuakesState, QuakesAction>
  typealias Thunk = @Sendable (_ dispatcher: Store, _ selector: Store) async throws -> Void
  typealias Action = QuakesAction.Data.PersistentSession

  private let localStore: LocalStore
  private let remoteStore: RemoteStore

  init(localStore: LocalStore, remoteStore: RemoteStore) {
    self.localStore = localStore
    self.remoteStore = remoteStore
  }

  func fetchLocalQuakesQuery() -> Thunk {
    { [localStore] dispatcher, _ in
      do {
        try await localStore.load()
      } catch {
        try await Self.dispatch(
          .localStore(.didFailToLoadQuakes(error: error.localizedDescription)), on: dispatcher)
        throw error
      }
    }
  }

  func fetchRemoteQuakesQuery(range: QuakesFeed.Range) -> Thunk {
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
  func fetchLocalReportQuery(of quake: Quake, at now: Date) -> Thunk {
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
  func fetchReportQuery(of quake: Quake, at now: Date) -> Thunk {
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
    _ quakeId: Quake.ID, _ result: QuakesAction.FetchReportResult, on dispatcher: Store
  ) async throws {
    try await dispatch(
      .remoteStore(.didFetchReport(quakeId: quakeId, result: result)), on: dispatcher)
  }

  func didFetchRemoteQuakesMutation(_ quakes: [Quake]) -> Thunk {
    saving(.refresh) { try await $0.didFetchRemoteQuakesMutation(quakes) }
  }

  func didFetchRemoteFeedMutation(_ feed: QuakesFeed) -> Thunk {
    saving(.refresh) { try await $0.didFetchRemoteFeedMutation(feed) }
  }

  func deleteLocalQuakeMutation(quakeId: Quake.ID, date: Date) -> Thunk {
    saving(.deleteQuake(quakeId: quakeId)) {
      try await $0.deleteLocalQuakeMutation(quakeId: quakeId, date: date)
    }
  }

  func deleteLocalQuakesMutation(date: Date) -> Thunk {
    saving(.deleteQuakes) { try await $0.deleteLocalQuakesMutation(date: date) }
  }

  func restoreLocalQuakesMutation(_ restoration: QuakesAction.UI.QuakeList.Restoration) -> Thunk {
    saving(.restoreQuakes(restoration)) { try await $0.restoreLocalQuakesMutation(restoration) }
  }

  /// Returns a thunk that saves a change, and dispatches the result.
  private func saving(
    _ change: Action.LocalStore.Change,
    by mutation: @escaping @Sendable (LocalStore) async throws -> Void
  ) -> Thunk {
    { [localStore] dispatcher, _ in
      func end(_ result: Action.LocalStore.SaveQuakesResult) async throws {
        try await Self.dispatch(
          .localStore(.didSaveQuakes(change: change, result: result)), on: dispatcher)
      }
      do {
        try await mutation(localStore)
      } catch is QuakesReducer.Error {
        return try await end(.notFound)
      } catch {
        try await end(.failure(error: error.localizedDescription))
        throw error
      }
      try await end(.success)
    }
  }

  private static func dispatch(_ action: Action, on dispatcher: Store) async throws {
    try await dispatcher.dispatch(action: .data(.persistentSession(action)))
  }
}
