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
  /// Saves the changes of a refresh atomically.
  func didRefreshQuakesMutation(changes: QuakesChanges) async throws
  /// Deletes a quake, and saves all its IDs as deleted.
  func deleteLocalQuakeMutation(quake: Quake) async throws

  /// True if other instances change the quakes, too. Then each change, own ones
  /// included, reaches the state by the log of the store.
  var isShared: Bool { get }
  /// Saves a change that is computed from the state of this instance, and returns
  /// when the state has it. The listener calls it instead of the other mutations
  /// if the store is shared.
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
  public func deleteLocalQuakeMutation(quake: Quake) async throws {
    try await deleteLocalQuakeMutation(quakeId: quake.quakeId)
  }

  public var isShared: Bool { false }

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
}

extension PersistentSessionRemoteStore {
  /// Returns `nil`: the source has no metadata.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? { nil }
}
