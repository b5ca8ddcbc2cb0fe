import GRDB
import Synchronization

/// The writes that wait for the connection of a file.
///
/// While one transaction is in progress, others wait; then all that wait share
/// the next one, in the order in which they were added. So the cost of a commit
/// is divided by as many as there are. Each write has a savepoint: one that fails
/// changes nothing, and the others are saved. If the transaction fails, or the file
/// has been removed or replaced, all of its writes fail.
final class WriteQueue: Sendable {
  private struct Write: Sendable {
    /// Performs the write, and returns the function that reports its success.
    let perform: @Sendable (Database) throws -> @Sendable () -> Void
    let fail: @Sendable (any Error) -> Void
  }

  private struct State {
    var waiting: [Write] = []
    /// True if a transaction is scheduled or in progress.
    var isBusy = false
  }

  private let state = Mutex(State())
  /// The largest number of writes in a transaction.
  private static let countLimit = 64

  /// Adds a write, and returns when its transaction has ended. Cancelling the
  /// task does not withdraw the write.
  ///
  /// - Parameter whenAdded: Called when the write has its place in the order.
  func add<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T, to database: OpenDatabase,
    whenAdded: () -> Void
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      let write = Write { db in
        let value = try updates(db)
        return { continuation.resume(returning: value) }
      } fail: {
        continuation.resume(throwing: $0)
      }
      let isBusy = state.withLock { state in
        defer { state.isBusy = true }
        state.waiting.append(write)
        return state.isBusy
      }
      if !isBusy { scheduleTransaction(in: database) }
      whenAdded()
    }
  }

  /// Performs the writes that wait when the connection is free.
  private func scheduleTransaction(in database: OpenDatabase) {
    database.writer.asyncWriteWithoutTransaction { [self] db in
      perform(next(), in: db, of: database)
      let isBusy = state.withLock { state in
        state.isBusy = !state.waiting.isEmpty
        return state.isBusy
      }
      // A separate access, so that other users of the connection get their turn.
      if isBusy { scheduleTransaction(in: database) }
    }
  }

  private func next() -> [Write] {
    state.withLock { state in
      defer { state.waiting.removeFirst(min(Self.countLimit, state.waiting.count)) }
      return Array(state.waiting.prefix(Self.countLimit))
    }
  }

  private func perform(_ writes: [Write], in db: Database, of database: OpenDatabase) {
    var reports: [() -> Void] = []
    do {
      try db.inTransaction(.immediate) {
        for write in writes {
          do {
            let report = try db.inSavepoint(write.perform)
            reports.append(report)
          } catch {
            // Some errors, such as a full disk, end the whole transaction.
            guard db.isInsideTransaction else { throw error }
            reports.append { write.fail(error) }
          }
        }
        return .commit
      }
      // Otherwise the next start would not find the changes.
      try database.checkFiles()
    } catch {
      reports = writes.map { write in { write.fail(error) } }
    }
    for report in reports { report() }
  }
}

extension Database {
  /// Returns the result of a function whose changes are rolled back if it throws.
  fileprivate func inSavepoint<T>(_ updates: (Database) throws -> T) throws -> T {
    var result: T?
    try inSavepoint {
      result = try updates(self)
      return .commit
    }
    guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
    return result
  }
}
