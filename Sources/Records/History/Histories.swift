package import Durable
import Foundation
import Synchronization

/// The parts of the history that pages show, read from the storage when they are asked for.
///
/// They are kept for as long as they do not change, up to a number of versions, so that
/// a change need not read the history of each other record whose page is open.
package final class Histories: Sendable {
  package typealias Reading = Result<[RecordVersion], ReadingError>

  /// An error with a sentence.
  package struct ReadingError: Error, Hashable {
    package let message: String
  }

  private struct Kept {
    let change: Int
    let reading: Reading

    var count: Int { max(1, (try? reading.get().count) ?? 0) }
  }

  /// The number of versions that are kept, of all records.
  private static let capacity = 2_048

  private struct Memory {
    var kept: [VersionQuery: Kept] = [:]
    /// The parts without which pages were made.
    var missed: Set<VersionQuery> = []
  }

  private let changes: @Sendable (_ query: VersionQuery) async throws -> [RecordVersion]
  private let onMissed: @Sendable (_ query: VersionQuery) async -> Void
  private let memory = Mutex(Memory())

  /// - Parameters:
  ///   - changes: reads a part of the history.
  ///   - onMissed: called after the reading of a part without which a page was made.
  package init(
    changes: @escaping @Sendable (_ query: VersionQuery) async throws -> [RecordVersion],
    onMissed: @escaping @Sendable (_ query: VersionQuery) async -> Void = { _ in }
  ) {
    self.changes = changes
    self.onMissed = onMissed
  }

  /// Reads a part of the history, and waits for it no longer than a limit. A reading that takes
  /// longer goes on.
  ///
  /// - Parameters:
  ///   - query: the part of the history.
  ///   - change: the number of its last change, read before.
  ///   - limit: the longest wait.
  package func load(_ query: VersionQuery, after change: Int, within limit: Duration) async {
    let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await load(query, after: change)
      continuation.finish()
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      continuation.finish()
    }
    for await _ in ending {}
    timer.cancel()
  }

  /// Reads a part of the history.
  @discardableResult
  package func load(_ query: VersionQuery, after change: Int) async -> Reading {
    let reading = await read(query)
    let wasMissed = memory.withLock { memory in
      memory.kept[query] = Kept(change: change, reading: reading)
      var count = memory.kept.values.reduce(0) { $0 + $1.count }
      while count > Self.capacity, let other = memory.kept.keys.first(where: { $0 != query }) {
        count -= memory.kept.removeValue(forKey: other)?.count ?? 0
      }
      return memory.missed.remove(query) != nil
    }
    if wasMissed { await onMissed(query) }
    return reading
  }

  /// Reads a part of the history, which is not kept.
  package func read(_ query: VersionQuery) async -> Reading {
    do {
      return .success(try await changes(query))
    } catch {
      return .failure(ReadingError(message: error.localizedDescription))
    }
  }

  /// Returns a history that was read, for a page; `nil` for none.
  ///
  /// - Returns: true as `isCurrent` if it has not changed since.
  package func reading(_ query: VersionQuery, at change: Int) -> (
    reading: Reading, isCurrent: Bool
  )? {
    memory.withLock { memory in
      let kept = memory.kept[query]
      if kept?.change != change, memory.missed.count < Self.capacity { memory.missed.insert(query) }
      return kept.map { ($0.reading, $0.change == change) }
    }
  }

  /// True if a part of the history was read, and it has not changed since.
  package func isRead(_ query: VersionQuery, at change: Int) -> Bool {
    memory.withLock { memory in
      guard let kept = memory.kept[query], kept.change == change, case .success = kept.reading
      else {
        return false
      }
      return true
    }
  }
}
