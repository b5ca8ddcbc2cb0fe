import GRDB

/// An open database, with the files that it was opened with.
struct OpenDatabase: Sendable {
  let writer: any DatabaseWriter
  private let opening: DatabaseOpening
  /// `nil` for an in-memory database.
  private let status: DatabaseFiles.Status?

  init(_ writer: any DatabaseWriter, _ opening: DatabaseOpening) {
    self.writer = writer
    self.opening = opening
    status = opening.files?.status
  }

  /// Checks that the files are still those at their paths. The system keeps a
  /// removed file until it is closed, so SQLite notices nothing.
  ///
  /// - Throws: `DatabaseFileError` with the reason `replaced`.
  func checkFiles() throws(DatabaseFileError) {
    guard let status, let difference = opening.files?.status.difference(from: status) else {
      return
    }
    throw DatabaseFileError(reason: .replaced, subject: opening.subject, details: difference)
  }
}
