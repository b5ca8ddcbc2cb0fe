public import Foundation

/// A change in the log of a store that several instances share.
///
/// The names of the cases and their labels are the format of the log.
public enum QuakesChange: Codable, Hashable, Sendable {
  /// Quakes were merged or deleted.
  case changed(QuakesChanges)
  /// All quakes were deleted. The next refresh may bring them back.
  ///
  /// - Parameter date: the time of the deletion; `nil` if the quakes cannot be
  ///   restored.
  case removedAll(date: Date?)
  /// The deleted quakes with these preferred IDs were restored.
  case restored(quakeIds: [Quake.ID])
  /// The deleted quakes were replaced.
  case deletions([DeletedQuake])
  /// The report of a quake was saved. An instance reads it when somebody asks.
  case reported(quakeId: Quake.ID)
  /// All quakes and the ledger were replaced.
  case everything(quakes: [Quake], ledger: QuakesState.Ledger)

  /// The change that deletes an event, with all its IDs.
  package static func deleting(_ quake: Quake, at date: Date) -> QuakesChange {
    .changed(
      QuakesChanges(
        deleted: [quake], deletedIds: quake.ids, kept: [DeletedQuake(quake, at: date)]))
  }
}
