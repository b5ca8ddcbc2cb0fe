import GRDB

/// An open database, with the files that it was opened with.
struct OpenDatabase: Sendable {
  let writer: any DatabaseWriter
  private let opening: DatabaseOpening
  /// `nil` for an in-memory database.
  private let status: DatabaseFiles.Status?
  private let logEnd: LogIntegrity?

  init(_ writer: any DatabaseWriter, _ opening: DatabaseOpening) {
    self.writer = writer
    self.opening = opening
    status = opening.files?.status
    logEnd = opening.files.map { files in
      writer.unsafeReentrantWrite { LogIntegrity(of: files.log, writtenBy: $0) }
    }
  }

  /// Writes in a transaction, whether or not the task is cancelled.
  func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      writer.asyncWriteWithoutTransaction { db in
        continuation.resume(
          with: Result {
            var result: T?
            try db.inTransaction(.immediate) {
              result = try updates(db)
              return .commit
            }
            // Otherwise the next start would not find the changes.
            try checkFiles()
            guard let result else { throw DatabaseError(resultCode: .SQLITE_INTERNAL) }
            return result
          })
      }
    }
  }

  /// Checks that the files are still those at their paths, and that the log has what was
  /// committed. The system keeps a removed file until it is closed, so SQLite notices nothing.
  ///
  /// - Throws: `DatabaseFileError` with the reason `replaced`.
  func checkFiles() throws(DatabaseFileError) {
    guard let status, let files = opening.files else { return }
    var difference = files.status.difference(from: status)
    if difference == nil, logEnd?.isIntact() == false {
      difference = "the write-ahead log was truncated or overwritten"
    }
    guard let difference else { return }
    throw DatabaseFileError(reason: .replaced, subject: opening.subject, details: difference)
  }
}
