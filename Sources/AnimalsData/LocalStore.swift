public import Foundation
import GRDB
public import Storage

/// Animals in an SQLite file.
///
/// When a mutation returns, its change is on disk: the file is in WAL mode
/// with `synchronous=FULL`, so neither a crash of the program nor of the
/// machine loses it.
///
/// Texts must not hold NUL: SQLite would end them there.
public actor LocalStore<UUID: IncrementalStoreUUID> {
  package nonisolated let file: DatabaseFile
  private var isSeeded = false

  /// A file, which is opened when it is first needed: see `DatabaseFile`.
  ///
  /// - Parameter report: hears what an operator should know of the file.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the animals", migrator: .animals, report: report)
  }

  /// A database in memory, or the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    file = DatabaseFile(
      url: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store"),
      subject: "the animals", migrator: .animals)
  }

  // Not private, so that tests can have SQLite refuse.
  nonisolated var database: any DatabaseWriter { get throws { try file.database } }

  /// Writes what is in the write-ahead log back, and closes the file. What
  /// is asked after that fails.
  public func close() async throws {
    try await file.close()
  }
}

extension LocalStore {
  func read<T: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await seed()
    return try await file.read(query)
  }

  func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await seed()
    return try await file.write(updates)
  }

  /// Puts the sample data into a database that is new. One whose animals
  /// were all deleted still has categories, and is not.
  private func seed() async throws {
    guard !isSeeded else { return }
    // Only a database that is new is written to: one that can only be read
    // shows what it has.
    if try await file.read({ try $0.hasNoCategories() }) {
      try await file.write { db in
        if try db.hasNoCategories() { try db.insertSamples() }
      }
    }
    isSeeded = true
  }
}
