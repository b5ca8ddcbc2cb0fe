package import Durable
public import Foundation
import HashTreeCollections
public import Storage
import Synchronization

/// A store of quakes, in a file or in a database that several instances share.
///
/// A mutation is decided on the newest state, and its change is durable and in memory when it
/// returns.
public struct LocalStore: PersistentSessionLocalStore {
  private let log: DurableLog<QuakesState>

  /// The longest wait for a write, which may concern a million quakes.
  private static let limit = Duration.seconds(60)
  /// The number of quakes that a refresh changes in a transaction.
  private static let partSize = 250

  package init(log: DurableLog<QuakesState>) { self.log = log }

  /// Creates a store for a file. The file is opened at its first use: see
  /// `DatabaseFile`.
  ///
  /// - Parameter report: a closure that receives reports for the operator.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    log = DurableStorage(file: url, report: report).quakes()
  }

  /// Creates a store in memory, or for the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    let file = isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store")
    log = DurableStorage(file: file).quakes()
  }

  /// Completes all operations and closes the file. Later operations fail.
  public func close() async throws { try await log.close() }

  private func perform(
    isLarge: Bool = false, _ decide: @escaping DurableLog<QuakesState>.Decision
  ) async throws {
    try await log.start()
    try await log.perform(isLarge: isLarge, within: Self.limit, decide)
  }
}

// MARK: Queries

extension LocalStore {
  public func load() async throws {
    try await log.start()
    guard log.state.ledger.feedId == nil else { return }
    let id = UUID()
    // A file that cannot be written has none until the next start.
    try? await perform { $0.ledger.feedId == nil ? .feedId(id) : nil }
  }

  /// Returns all quakes, in no particular order.
  public func fetchLocalQuakesQuery() async throws -> [Quake] {
    try await load()
    return Array(log.state.quakes.data.values)
  }

  public func fetchLocalReportQuery(quakeId: Quake.ID) async throws -> EventReport? {
    try await log.rows(ReportRow.self, where: "quake_id", is: quakeId).first?.report
  }
}

// MARK: Mutations

extension LocalStore {
  /// Saves and deletes quakes. Existing quakes are replaced; deleted quakes need
  /// not exist.
  public func didFetchRemoteQuakesMutation(
    inserted: [Quake], updated: [Quake], deleted: [Quake]
  ) async throws {
    let changes = QuakesChanges(stored: inserted + updated, removed: deleted.map(\.id))
    try await perform { _ in .changed(changes) }
  }

  public func didFetchRemoteQuakesMutation(_ quakes: [Quake]) async throws {
    try await merge { $0.merging(quakes).changes }
  }

  public func didFetchRemoteFeedMutation(_ feed: QuakesFeed) async throws {
    try await merge { $0.changes(merging: feed) }
  }

  public func deleteLocalQuakeMutation(quakeId: Quake.ID, date: Date? = nil) async throws {
    try await perform { try $0.deletion(of: quakeId, at: date) }
  }

  public func deleteLocalQuakesMutation(date: Date? = nil) async throws {
    try await perform(isLarge: true) { $0.quakes.data.isEmpty ? nil : .removedAll(date: date) }
  }

  public func restoreLocalQuakesMutation(
    _ restoration: QuakesAction.UI.QuakeList.Restoration
  ) async throws {
    try await perform(isLarge: true) { try $0.restoration(restoration) }
  }

  public func saveReportMutation(_ report: EventReport) async throws {
    try await perform { _ in .reported(StoredReport(report)) }
  }
}

// MARK: Refreshes

extension LocalStore {
  /// The parts of a refresh that are not written yet.
  private struct Merge {
    /// The parts, the next one last.
    var parts: [QuakesChanges] = []
    /// The number of the change that wrote the last part; `nil` before the first one.
    var position: Int?
    /// The counts of the whole refresh.
    var counts: QuakesState.Refresh.Counts?

    /// Returns the next part. If anything else has changed the state, all is merged again.
    mutating func next(
      of state: QuakesState, at position: Int, _ changes: (QuakesState) -> QuakesChanges
    ) -> QuakesChanges? {
      if position != self.position {
        var new = changes(state)
        counts = counts ?? new.refresh?.counts
        if let counts { new.refresh?.counts = counts }
        parts = new.parts(of: LocalStore.partSize, from: state).reversed()
      }
      return parts.last == QuakesChanges() ? nil : parts.last
    }
  }

  /// Writes the changes of a refresh, a part at a time.
  private func merge(
    _ changes: @escaping @Sendable (QuakesState) -> QuakesChanges
  ) async throws {
    let merge = MergeBox()
    try await log.start()
    var isComplete = false
    while !isComplete {
      try Task.checkCancellation()
      let outcome = try await log.perform(isLarge: true, within: Self.limit) { state, position in
        merge.value.withLock { $0.next(of: state, at: position, changes) }
          .map(QuakesChange.changed)
      }
      isComplete = merge.value.withLock { merge in
        merge.parts = merge.parts.dropLast()
        if case .committed(let number) = outcome { merge.position = number }
        return merge.parts.isEmpty
      }
    }
  }

  private final class MergeBox: Sendable {
    let value = Mutex(Merge())
  }
}
