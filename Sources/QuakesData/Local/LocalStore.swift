public import Foundation
import GRDB
import Storage

/// Quakes in an SQLite file.
///
/// When a mutation returns, its change is on disk: the file is in WAL mode
/// with `synchronous=FULL`, so neither a crash of the program nor of the
/// machine loses it.
public actor LocalStore {
  let file: DatabaseFile

  /// Opens a file, made if it is missing, and brings its schema up to date.
  ///
  /// - Throws: `DatabaseFileError`.
  public init(url: URL) throws {
    file = try DatabaseFile(url: url, subject: "the earthquakes", migrator: .quakes)
  }

  /// Opens a database in memory, or the file `default.store` in the working
  /// directory.
  ///
  /// - Throws: `DatabaseFileError`.
  public init(isStoredInMemoryOnly: Bool = false) throws {
    file = try DatabaseFile(
      url: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store"),
      subject: "the earthquakes", migrator: .quakes)
  }

  // Not private, so that tests can have SQLite refuse.
  nonisolated var database: any DatabaseWriter { file.database }

  /// Writes what is in the write-ahead log back, and closes the file. What
  /// is asked after that fails.
  public func close() throws {
    try file.close()
  }
}
