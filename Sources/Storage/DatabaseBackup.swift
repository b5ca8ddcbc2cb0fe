public import Foundation
import GRDB

/// Copies of SQLite files that somebody may be writing to.
public enum DatabaseBackup {
  /// Copies a file as it is at one moment, checks the copy, and puts it on
  /// the disk. Whoever writes to the file meanwhile is not held up.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - destination: the copy, which must not be there yet.
  ///   - subject: what it holds, for messages.
  /// - Throws: `DatabaseFileError`.
  public static func copy(
    _ source: URL, to destination: URL, subject: String
  ) throws(DatabaseFileError) {
    do {
      var configuration = DatabaseOpening.configuration
      configuration.readonly = true
      let original = try DatabaseQueue(path: source.path, configuration: configuration)
      defer { try? original.close() }
      let copy = try DatabaseQueue(
        path: destination.path, configuration: DatabaseOpening.configuration)
      do {
        try original.backup(to: copy)
        try copy.writeWithoutTransaction { try $0.checkIsSound() }
      } catch {
        try? copy.close()
        throw error
      }
      try copy.close()
      try FileSync.flush(destination)
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    } catch {
      throw DatabaseFileError(reason: .other, subject: subject, details: "\(error)")
    }
  }

  /// Puts the names in a folder on the disk.
  public static func flush(folder: URL) throws {
    try FileSync.flush(folder)
  }
}
