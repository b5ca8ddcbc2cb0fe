public import Foundation
public import WebClient

/// A store of quakes on disk.
public protocol PersistentSessionLocalStore: Sendable {
  func fetchLocalQuakesQuery() async throws -> [Quake]
  func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws
  func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws
  func deleteLocalQuakesMutation() async throws

  /// Returns the ledger; `nil` from a store without one.
  func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger?
  /// Saves the changes of a refresh or a restoration atomically.
  func didRefreshQuakesMutation(changes: QuakesChanges) async throws
  /// Deletes a quake, saves all its IDs as deleted, and keeps it, so that it can
  /// be restored.
  func deleteLocalQuakeMutation(_ deleted: DeletedQuake) async throws
  /// Deletes all quakes, and keeps them, so that they can be restored.
  func deleteLocalQuakesMutation(date: Date) async throws
  /// Returns the deleted quakes that can be restored, in no particular order.
  func fetchLocalDeletionsQuery() async throws -> [DeletedQuake]

  /// Returns the report of an event; `nil` if none is stored.
  func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport?
  /// Saves a report in place of the previous one.
  func saveReportMutation(_ report: EventReport) async throws

  /// Saves a change that is computed from the state of this instance, and returns
  /// when the state has it. The listener calls it instead of the other mutations
  /// for a state that follows the log of the store.
  ///
  /// - Parameter compute: returns the change, or `nil` if nothing has to change.
  ///   It is called again if another instance changed the quakes meanwhile.
  func saveMutation(computing compute: @Sendable () throws -> QuakesChange?) async throws
}

extension PersistentSessionLocalStore {
  /// Returns `nil`: the store has no ledger.
  public func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? { nil }

  /// Saves only the quakes.
  public func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await didFetchRemoteQuakesMutation(
      inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted)
  }

  /// Deletes only by the preferred ID.
  public func deleteLocalQuakeMutation(_ deleted: DeletedQuake) async throws {
    try await deleteLocalQuakeMutation(quakeId: deleted.quake.quakeId)
  }

  /// Keeps nothing.
  public func deleteLocalQuakesMutation(date: Date) async throws {
    try await deleteLocalQuakesMutation()
  }

  /// Returns nothing: the store keeps no deleted quakes.
  public func fetchLocalDeletionsQuery() async throws -> [DeletedQuake] { [] }

  /// Returns `nil`: the store keeps no reports.
  public func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport? { nil }

  /// Does nothing: the store keeps no reports.
  public func saveReportMutation(_ report: EventReport) async throws {}

  /// Does nothing: the store is not shared.
  public func saveMutation(
    computing compute: @Sendable () throws -> QuakesChange?
  ) async throws {}
}

/// A source of quakes.
public protocol PersistentSessionRemoteStore: Sendable {
  func fetchRemoteQuakesQuery(
    range: QuakesAction.UI.QuakeList.RefreshQuakesRange
  ) async throws -> [Quake]

  /// Returns the quakes with the metadata of their feed; `nil` from a source
  /// without metadata.
  func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed?

  /// Returns the same, and calls a closure from time to time with the part that was
  /// received.
  func fetchRemoteFeedQuery(
    range: QuakesFeed.Range, progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws -> QuakesFeed?

  /// Returns what is published about an event; `nil` from a source without reports.
  ///
  /// - Parameters:
  ///   - quakeId: the ID of the event.
  ///   - longitude: that of the event in degrees, to which others are unwrapped.
  ///   - date: the current time.
  func fetchRemoteReportQuery(
    quakeId: Quake.ID, longitude: Double, at date: Date
  ) async throws -> EventReport?
}

extension PersistentSessionRemoteStore {
  /// Returns `nil`: the source has no metadata.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? { nil }

  /// Reports no progress.
  public func fetchRemoteFeedQuery(
    range: QuakesFeed.Range, progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws -> QuakesFeed? {
    try await fetchRemoteFeedQuery(range: range)
  }

  /// Returns `nil`: the source has no reports.
  public func fetchRemoteReportQuery(
    quakeId: Quake.ID, longitude: Double, at date: Date
  ) async throws -> EventReport? { nil }
}
