import Storage

extension LocalStore: PersistentSessionLocalStore {
  /// All quakes, in no order.
  public func fetchLocalQuakesQuery() async throws -> [Quake] {
    try await file.read { try $0.quakes() }
  }

  /// The ids that people deleted, and what the last refresh said.
  public func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? {
    try await file.read { db in
      QuakesState.Ledger(deleted: try db.deletedIds(), lastRefresh: try db.lastRefresh())
    }
  }

  /// Saves quakes that came from the feed, and deletes others, all of them or
  /// none. What is there already is replaced; what is not there need not be
  /// deleted.
  public func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    try await didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: inserted, updated: updated, deleted: deleted))
  }

  /// Saves what a refresh changed, all of it or nothing.
  public func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await file.write { db in
      try db.save(changes.inserted)
      try db.save(changes.updated)
      try db.deleteQuakes(changes.deleted.map(\.quakeId))
      try db.saveDeletedIds(changes.deletedIds)
      if let refresh = changes.refresh { try db.save(refresh) }
    }
  }

  /// Deletes a quake, and remembers all its ids as deleted. It need not be
  /// there.
  public func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws {
    try await file.write { try $0.deleteForGood([quakeId]) }
  }

  /// Deletes a quake, and remembers all its ids as deleted. It need not be
  /// there.
  public func deleteLocalQuakeMutation(quake: Quake) async throws {
    try await file.write { try $0.deleteForGood(quake.ids) }
  }

  /// Deletes all quakes. They may come back with the next refresh, unlike
  /// those that were deleted one by one.
  public func deleteLocalQuakesMutation() async throws {
    try await file.write { try $0.deleteAllQuakes() }
  }
}
