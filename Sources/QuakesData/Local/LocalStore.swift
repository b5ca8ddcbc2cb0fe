public import Foundation
import GRDB
public import Storage

/// Quakes in an SQLite file.
///
/// When a mutation returns, its change is on disk: the file is in WAL mode
/// with `synchronous=FULL`, so neither a crash of the program nor of the
/// machine loses it.
public actor LocalStore {
  package nonisolated let file: DatabaseFile

  /// A file, which is opened when it is first needed: see `DatabaseFile`.
  ///
  /// - Parameter report: hears what an operator should know of the file.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the earthquakes", migrator: .quakes, report: report)
  }

  /// A database in memory, or the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    file = DatabaseFile(
      url: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store"),
      subject: "the earthquakes", migrator: .quakes)
  }

  // Not private, so that tests can have SQLite refuse.
  nonisolated var database: any DatabaseWriter { get throws { try file.database } }

  /// Writes what is in the write-ahead log back, and closes the file. What
  /// is asked after that fails.
  public func close() async throws {
    try await file.close()
  }
}
