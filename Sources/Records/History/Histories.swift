import Foundation
import Synchronization

/// The histories that pages show, read from the storage when they are asked for.
///
/// They are kept for as long as their records do not change, up to a number of versions, so that
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
    var kept: [String: Kept] = [:]
    /// The records whose pages were made without their present histories.
    var missed: Set<String> = []
  }

  private let read: @Sendable (_ id: String) async throws -> [RecordVersion]
  private let onMissed: @Sendable (_ id: String) async -> Void
  private let memory = Mutex(Memory())

  /// - Parameters:
  ///   - read: reads the history of a record.
  ///   - onMissed: called after the reading of a history without which a page was made.
  package init(
    read: @escaping @Sendable (_ id: String) async throws -> [RecordVersion],
    onMissed: @escaping @Sendable (_ id: String) async -> Void = { _ in }
  ) {
    self.read = read
    self.onMissed = onMissed
  }

  /// Reads the history of a record, and waits for it no longer than a limit. A reading that takes
  /// longer goes on.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - change: the number of the record's last change, read before.
  ///   - limit: the longest wait.
  package func load(_ id: String, after change: Int, within limit: Duration) async {
    let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
    Task {
      await load(id, after: change)
      continuation.finish()
    }
    let timer = Task {
      try await Task.sleep(for: limit)
      continuation.finish()
    }
    for await _ in ending {}
    timer.cancel()
  }

  /// Reads the history of a record.
  @discardableResult
  package func load(_ id: String, after change: Int) async -> Reading {
    let reading: Reading
    do {
      reading = .success(try await read(id))
    } catch {
      reading = .failure(ReadingError(message: error.localizedDescription))
    }
    let wasMissed = memory.withLock { memory in
      memory.kept[id] = Kept(change: change, reading: reading)
      var count = memory.kept.values.reduce(0) { $0 + $1.count }
      while count > Self.capacity, let other = memory.kept.keys.first(where: { $0 != id }) {
        count -= memory.kept.removeValue(forKey: other)?.count ?? 0
      }
      return memory.missed.remove(id) != nil
    }
    if wasMissed { await onMissed(id) }
    return reading
  }

  /// Returns a history that was read, for a page; `nil` for none.
  ///
  /// - Returns: true as `isCurrent` if the record has not changed since.
  package func reading(_ id: String, at change: Int) -> (reading: Reading, isCurrent: Bool)? {
    memory.withLock { memory in
      let kept = memory.kept[id]
      if kept?.change != change, memory.missed.count < Self.capacity { memory.missed.insert(id) }
      return kept.map { ($0.reading, $0.change == change) }
    }
  }

  /// True if the history of a record was read, and the record has not changed since.
  package func isRead(_ id: String, at change: Int) -> Bool {
    memory.withLock { memory in
      guard let kept = memory.kept[id], kept.change == change, case .success = kept.reading else {
        return false
      }
      return true
    }
  }
}
