public import Foundation
import GRDB
public import Storage

/// A store of animals in an SQLite file.
///
/// The change of a mutation that has returned is durable: the file uses WAL mode with
/// `synchronous=FULL`, so the change survives a crash of the program or the
/// machine.
///
/// Texts must not contain NUL, at which SQLite would truncate them.
public actor LocalStore<UUID: IncrementalStoreUUID> {
  package nonisolated let file: DatabaseFile
  private var isSeeded = false

  /// A store in a file, which is opened on first use: see `DatabaseFile`.
  ///
  /// - Parameter report: receives messages for the operator about the file.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the animals", migrator: .animals, report: report)
  }

  /// A store in memory, or in the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    file = DatabaseFile(
      url: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store"),
      subject: "the animals", migrator: .animals)
  }

  // Internal, so that tests can provoke errors of SQLite.
  nonisolated var database: any DatabaseWriter { get throws { try file.database } }

  /// Checkpoints the write-ahead log, and closes the file. Later operations
  /// fail.
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

  /// Inserts the sample data into a new database. A database whose animals were
  /// all deleted still has categories, so it is not seeded again.
  private func seed() async throws {
    guard !isSeeded else { return }
    // An existing database is not written to, so that a read-only file works.
    if try await file.read({ try $0.hasNoCategories() }) {
      try await file.write { db in
        if try db.hasNoCategories() { try db.insertSamples() }
      }
    }
    isSeeded = true
  }
}
