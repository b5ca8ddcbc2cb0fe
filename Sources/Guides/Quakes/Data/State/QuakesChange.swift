public import Foundation

/// A change of the stored quakes, as the log keeps it.
public enum QuakesChange: Codable, Hashable, Sendable {
  /// Quakes were merged or deleted.
  case changed(QuakesChanges)
  /// All quakes were deleted. The next refresh may bring them back.
  ///
  /// - Parameter date: the time of the deletion; `nil` if the quakes cannot be
  ///   restored.
  case removedAll(date: Date?)
  /// Deleted quakes were restored.
  case restored(QuakesAction.UI.QuakeList.Restoration)
  /// A report was fetched, which is not in memory.
  case reported(StoredReport)
  /// The id from which the ids of Atom feeds are derived was drawn.
  case feedId(UUID)

  /// True if it changes the state.
  var isInMemory: Bool { if case .reported = self { false } else { true } }
}

/// A report on its way to the disk. Other instances learn only that there is a new one.
public struct StoredReport: Codable, Hashable, Sendable {
  public let quakeId: Quake.ID
  /// `nil` on other instances.
  var report: EventReport?

  private enum CodingKeys: CodingKey { case quakeId }

  init(_ report: EventReport) {
    quakeId = report.quakeId
    self.report = report
  }
}
