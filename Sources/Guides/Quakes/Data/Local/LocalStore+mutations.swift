public import Foundation
import Storage

extension LocalStore: PersistentSessionLocalStore {
  /// Returns all quakes, in no particular order.
  public func fetchLocalQuakesQuery() async throws -> [Quake] {
    try await file.read { try $0.quakes() }
  }

  /// Returns the IDs of deleted events, the last refresh, and the known time.
  public func fetchLocalLedgerQuery() async throws -> QuakesState.Ledger? {
    try await file.read { db in
      QuakesState.Ledger(
        deleted: try db.deletedIds(), lastRefresh: try db.lastRefresh(),
        known: try db.knownTime())
    }
  }

  /// Returns the random id from which the ids of Atom feeds are derived.
  public func feedId() async throws -> UUID? {
    try await file.read { try $0.feedId() }
  }

  /// Replaces the id from which the ids of Atom feeds are derived, as in a copy of the data.
  public func saveMutation(feedId: UUID) async throws {
    try await file.write { try $0.save(feedId: feedId) }
  }

  /// Returns the report of an event; `nil` if none is stored.
  public func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport? {
    try await file.read { try $0.report(of: quakeId) }
  }

  /// Saves a report. The oldest ones are removed beyond a thousand.
  public func saveReportMutation(_ report: EventReport) async throws {
    try await file.write { try $0.save(report) }
  }

  /// Saves and deletes quakes in one transaction. Existing quakes are replaced;
  /// deleted quakes need not exist.
  public func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    try await didRefreshQuakesMutation(
      changes: QuakesChanges(inserted: inserted, updated: updated, deleted: deleted))
  }

  /// Saves the changes of a refresh or a restoration in one transaction.
  public func didRefreshQuakesMutation(changes: QuakesChanges) async throws {
    try await file.write { db in
      try db.save(changes.inserted)
      try db.save(changes.updated)
      try db.deleteQuakes(changes.deleted.map(\.quakeId))
      try db.saveDeletedIds(changes.deletedIds)
      try db.removeDeletedIds(changes.restoredIds ?? [])
      try db.release(changes.released ?? [])
      try db.keep(changes.kept ?? [])
      if let refresh = changes.refresh { try db.save(refresh) }
      if let known = changes.known { try db.save(known) }
    }
  }

  /// Deletes a quake, and saves all its IDs as deleted. The quake need not
  /// exist.
  public func deleteLocalQuakeMutation(quakeId: Quake.ID) async throws {
    try await file.write { try $0.deletePermanently(quakeId) }
  }

  /// Deletes a quake, saves all its IDs as deleted, and keeps it. The quake need
  /// not exist.
  public func deleteLocalQuakeMutation(_ deleted: DeletedQuake) async throws {
    try await file.write { db in
      try db.deleteQuakes([deleted.quake.id])
      try db.saveDeletedIds(deleted.quake.ids)
      try db.keep([deleted])
    }
  }

  /// Deletes all quakes. The next refresh may bring them back, unlike those that
  /// were deleted one by one.
  public func deleteLocalQuakesMutation() async throws {
    try await file.write { try $0.deleteAllQuakes() }
  }

  /// Deletes all quakes, and keeps them. The next refresh may bring them back,
  /// unlike those that were deleted one by one.
  public func deleteLocalQuakesMutation(date: Date) async throws {
    try await file.write { try $0.keepAllQuakes(date: date) }
  }

  /// Returns the deleted quakes that can be restored, in no particular order.
  public func fetchLocalDeletionsQuery() async throws -> [DeletedQuake] {
    try await file.read { try $0.keptQuakes() }
  }
}
