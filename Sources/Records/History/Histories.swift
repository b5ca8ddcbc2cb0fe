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

  private let read: @Sendable (_ id: String) async throws -> [RecordVersion]
  private let kept = Mutex<[String: Kept]>([:])

  package init(read: @escaping @Sendable (_ id: String) async throws -> [RecordVersion]) {
    self.read = read
  }

  /// Reads the history of a record.
  ///
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - change: the number of the record's last change, read before.
  @discardableResult
  package func load(_ id: String, after change: Int) async -> Reading {
    let reading: Reading
    do {
      reading = .success(try await read(id))
    } catch {
      reading = .failure(ReadingError(message: error.localizedDescription))
    }
    kept.withLock { kept in
      kept[id] = Kept(change: change, reading: reading)
      var count = kept.values.reduce(0) { $0 + $1.count }
      while count > Self.capacity, let other = kept.keys.first(where: { $0 != id }) {
        count -= kept.removeValue(forKey: other)?.count ?? 0
      }
    }
    return reading
  }

  /// Reads the history of a record, and waits for it no longer than a limit. A reading that takes
  /// longer goes on.
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

  /// Returns a history that was read; `nil` for none.
  ///
  /// - Returns: true as `isCurrent` if the record has not changed since.
  package func reading(_ id: String, at change: Int) -> (reading: Reading, isCurrent: Bool)? {
    kept.withLock { kept in kept[id].map { ($0.reading, $0.change == change) } }
  }
}
