/// Where quakes are kept.
public protocol PersistentSessionLocalStore: Sendable {
  func fetchLocalQuakesQuery() async throws -> [Quake]
  func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws
  func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws
  func deleteLocalQuakesMutation() async throws

  /// What is known besides the quakes; `nil` from a store that keeps only
  /// them.
  func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger?
  /// Saves what a refresh changed, all of it or nothing.
  func didRefreshQuakesMutation(changes: QuakesChanges) async throws
  /// Deletes a quake, and remembers all its ids as deleted.
  func deleteLocalQuakeMutation(quake: Quake) async throws
}

extension PersistentSessionLocalStore {
  /// Nothing is known.
  public func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? { nil }

  /// Saves the quakes alone.
  public func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await didFetchRemoteQuakesMutation(
      inserted: changes.inserted, updated: changes.updated, deleted: changes.deleted)
  }

  /// Deletes by the preferred id alone.
  public func deleteLocalQuakeMutation(quake: Quake) async throws {
    try await deleteLocalQuakeMutation(quakeId: quake.quakeId)
  }
}

/// Where quakes come from.
public protocol PersistentSessionRemoteStore: Sendable {
  func fetchRemoteQuakesQuery(
    range: QuakesAction.UI.QuakeList.RefreshQuakesRange
  ) async throws -> [Quake]

  /// The quakes with what their feed says besides; `nil` from a store that
  /// has only quakes.
  func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed?
}

extension PersistentSessionRemoteStore {
  /// Nothing besides quakes.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? { nil }
}
