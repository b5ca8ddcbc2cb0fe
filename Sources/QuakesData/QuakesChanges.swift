import HashTreeCollections

/// What a refresh changed, for saving it.
public struct QuakesChanges: Hashable, Sendable {
  /// Quakes under ids that were not there.
  public var inserted: [Quake]
  /// Quakes that are no longer as they were.
  public var updated: [Quake]
  /// Quakes under ids that are gone.
  public var deleted: [Quake]
  /// More ids of events that people deleted.
  public var deletedIds: [Quake.ID]
  /// What the refresh said.
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
