import HashTreeCollections

/// The changes of a refresh, to be saved.
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

  public init(
    inserted: [Quake] = [], updated: [Quake] = [], deleted: [Quake] = [],
    deletedIds: [Quake.ID] = [], refresh: QuakesState.Refresh? = nil
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.deletedIds = deletedIds
    self.refresh = refresh
  }
}
