import HashTreeCollections

/// The changes of quakes, to be saved.
public struct QuakesChanges: Codable, Hashable, Sendable {
  /// The quakes with new IDs.
  public var inserted: [Quake]
  /// The quakes with changed values.
  public var updated: [Quake]
  /// The quakes that were removed.
  public var deleted: [Quake]
  /// The IDs that were added to those of deleted events.
  public var deletedIds: [Quake.ID]
  /// The summary of the refresh; `nil` without metadata of a feed.
  public var refresh: QuakesState.Refresh?
  /// The deleted events that can be restored; `nil` for none. They are added to
  /// those known, or replace them.
  public var kept: [DeletedQuake]?
  /// The preferred IDs of deleted events that can no longer be restored, since
  /// they are stored again or were deleted long ago; `nil` for none.
  public var released: [Quake.ID]?
  /// The IDs that were removed from those of deleted events; `nil` for none.
  public var restoredIds: [Quake.ID]?
  /// The known time after the changes; `nil` if it is the same as before.
  public var known: KnownTime?

  public init(
    inserted: [Quake] = [], updated: [Quake] = [], deleted: [Quake] = [],
    deletedIds: [Quake.ID] = [], refresh: QuakesState.Refresh? = nil,
    kept: [DeletedQuake]? = nil, released: [Quake.ID]? = nil, restoredIds: [Quake.ID]? = nil,
    known: KnownTime? = nil
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.deletedIds = deletedIds
    self.refresh = refresh
    self.kept = kept
    self.released = released
    self.restoredIds = restoredIds
    self.known = known
  }
}
