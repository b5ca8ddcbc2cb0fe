public import Foundation
public import WebClient

/// A store of quakes on disk. Its changes come into the state by themselves, before the call that
/// made them returns.
public protocol PersistentSessionLocalStore: Sendable {
  /// Loads the stored quakes, unless that has been done.
  func load() async throws
  /// Merges the quakes of a source without metadata.
  func didFetchRemoteQuakesMutation(_ quakes: [Quake]) async throws
  /// Merges the quakes of a feed.
  func didFetchRemoteFeedMutation(_ feed: QuakesFeed) async throws
  /// Deletes a quake, and notes all its IDs as deleted. It succeeds if that has been done.
  ///
  /// - Parameter date: the time of the deletion; `nil` if it cannot be undone.
  /// - Throws: `QuakesReducer.Error` if there is no such quake.
  func deleteLocalQuakeMutation(quakeId: Quake.ID, date: Date?) async throws
  /// Deletes all quakes. The next refresh may bring them back, unlike those that were deleted
  /// one by one.
  ///
  /// - Parameter date: the time of the deletion; `nil` if it cannot be undone.
  func deleteLocalQuakesMutation(date: Date?) async throws
  /// Restores deleted quakes.
  ///
  /// - Throws: `QuakesReducer.Error` if none is deleted, nor restored.
  func restoreLocalQuakesMutation(
    _ restoration: QuakesAction.UI.QuakeList.Restoration
  ) async throws

  /// Returns the report of an event; `nil` if none is stored.
  func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport?
  /// Saves a report in place of the previous one. The oldest ones are removed beyond a thousand.
  func saveReportMutation(_ report: EventReport) async throws
}

/// A source of quakes.
public protocol PersistentSessionRemoteStore: Sendable {
  func fetchRemoteQuakesQuery(
    range: QuakesAction.UI.QuakeList.RefreshQuakesRange
  ) async throws -> [Quake]

  /// Returns the quakes with the metadata of their feed; `nil` from a source
  /// without metadata.
  func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed?

  /// Returns the same, and calls a closure from time to time with the part that was
  /// received.
  func fetchRemoteFeedQuery(
    range: QuakesFeed.Range, progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws -> QuakesFeed?

  /// Returns what is published about an event; `nil` from a source without reports.
  ///
  /// - Parameters:
  ///   - quakeId: the ID of the event.
  ///   - longitude: that of the event in degrees, to which others are unwrapped.
  ///   - date: the current time.
  func fetchRemoteReportQuery(
    quakeId: Quake.ID, longitude: Double, at date: Date
  ) async throws -> EventReport?
}

extension PersistentSessionRemoteStore {
  /// Returns `nil`: the source has no metadata.
  public func fetchRemoteFeedQuery(range: QuakesFeed.Range) async throws -> QuakesFeed? { nil }

  /// Reports no progress.
  public func fetchRemoteFeedQuery(
    range: QuakesFeed.Range, progress: @escaping @Sendable (DownloadProgress) -> Void
  ) async throws -> QuakesFeed? {
    try await fetchRemoteFeedQuery(range: range)
  }

  /// Returns `nil`: the source has no reports.
  public func fetchRemoteReportQuery(
    quakeId: Quake.ID, longitude: Double, at date: Date
  ) async throws -> EventReport? { nil }
}
