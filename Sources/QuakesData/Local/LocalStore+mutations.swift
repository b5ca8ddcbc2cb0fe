import Storage

extension LocalStore: PersistentSessionLocalStore {
  /// Returns all quakes, in no particular order.
  public func fetchLocalQuakesQuery() async throws -> [Quake] {
    try await file.read { try $0.quakes() }
  }

  /// Returns the IDs of deleted events and the last refresh.
  public func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? {
    try await file.read { db in
      QuakesState.Ledger(deleted: try db.deletedIds(), lastRefresh: try db.lastRefresh())
    }
  }

  /// Saves and deletes quakes in one transaction. Existing quakes are replaced;
  /// deleted quakes need not exist.
  public func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    try await didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: inserted, updated: updated, deleted: deleted))
  }

  /// Saves the changes of a refresh in one transaction.
  public func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await file.write { db in
      try db.save(changes.inserted)
      try db.save(changes.updated)
      try db.deleteQuakes(changes.deleted.map(\.quakeId))
      try db.saveDeletedIds(changes.deletedIds)
      if let refresh = changes.refresh { try db.save(refresh) }
    }
  }

  /// Deletes a quake, and saves all its IDs as deleted. The quake need not
  /// exist.
  public func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws {
    try await file.write { try $0.deletePermanently([quakeId]) }
  }

  /// Deletes a quake, and saves all its IDs as deleted. The quake need not
  /// exist.
  public func deleteLocalQuakeMutation(quake: Quake) async throws {
    try await file.write { try $0.deletePermanently(quake.ids) }
  }

  /// Deletes all quakes. The next refresh may restore them, unlike those that
  /// were deleted one by one.
  public func deleteLocalQuakesMutation() async throws {
    try await file.write { try $0.deleteAllQuakes() }
  }
}
