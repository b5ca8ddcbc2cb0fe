/// A change in the log of a store that several instances share.
///
/// The names of the cases and their labels are the format of the log.
public enum QuakesChange: Codable, Hashable, Sendable {
  /// Quakes were merged or deleted.
  case changed(QuakesChanges)
  /// All quakes were deleted. The next refresh may restore them.
  case removedAll
  /// All quakes and the ledger were replaced.
  case everything(quakes: [Quake], ledger: QuakesState.Ledger)

  /// The change that deletes an event, with all its IDs.
  static func deleting(_ quake: Quake) -> QuakesChange {
    .changed(QuakesChanges(deleted: [quake], deletedIds: quake.ids))
  }
}
