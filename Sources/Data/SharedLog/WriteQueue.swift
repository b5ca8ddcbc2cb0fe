import Synchronization

/// The writes of this instance that wait for the lock of a log.
///
/// While one transaction is in progress, others wait; then all that wait share
/// the next one. So the cost of a commit is divided by as many as there are.
final class WriteQueue: Sendable {
  typealias Outcome = SharedDatabase.Outcome
  /// Performs writes together, and returns the result of each.
  typealias Work =
    @Sendable (_ writes: [SharedWrite], _ deadline: ContinuousClock.Instant) async throws ->
    [Result<Outcome, any Error>]

  private struct Waiting {
    let write: SharedWrite
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Outcome, any Error>
  }

  /// The waiting writes by log, for each log with a transaction in progress.
  private let waiting = Mutex<[String: [Waiting]]>([:])
  /// The largest number of writes in a transaction, and of bytes of changes
  /// after which no other write joins.
  private static let countLimit = 64
  private static let byteLimit = 1 << 20

  /// Adds a write, and returns when its transaction has ended.
  func add(
    _ write: SharedWrite, to log: String, until deadline: ContinuousClock.Instant,
    _ work: @escaping Work
  ) async throws -> Outcome {
    try await withCheckedThrowingContinuation { continuation in
      let new = Waiting(write: write, deadline: deadline, continuation: continuation)
      let isBusy = waiting.withLock { waiting in
        defer { waiting[log, default: []].append(new) }
        return waiting[log] != nil
      }
      if !isBusy { Task { await run(log, work) } }
    }
  }

  /// Performs writes until none waits.
  private func run(_ log: String, _ work: Work) async {
    while let batch = next(of: log) {
      do {
        // The earliest deadline applies to all.
        let deadline = batch.map(\.deadline).min() ?? .now
        let results = try await work(batch.map(\.write), deadline)
        for (waiting, result) in zip(batch, results) { waiting.continuation.resume(with: result) }
      } catch {
        for waiting in batch { waiting.continuation.resume(throwing: error) }
      }
    }
  }

  /// Returns the writes of the next transaction; `nil` after the last.
  private func next(of log: String) -> [Waiting]? {
    waiting.withLock { waiting in
      guard let all = waiting[log], !all.isEmpty else {
        waiting[log] = nil
        return nil
      }
      var count = 0
      var bytes = 0
      for next in all {
        // The position that a write expects is checked at the start.
        guard count == 0 || next.write.position == nil, count < Self.countLimit,
          bytes < Self.byteLimit
        else { break }
        count += 1
        bytes += next.write.payload.utf8.count
        if next.write.position != nil { break }
      }
      waiting[log] = Array(all.dropFirst(count))
      return Array(all.prefix(count))
    }
  }
}
