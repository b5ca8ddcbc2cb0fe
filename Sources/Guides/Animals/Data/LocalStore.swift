public import Foundation
import GRDB
import ImmutableData
public import Storage

/// A store of animals in an SQLite file.
///
/// The change of a mutation that has returned is durable: the file uses WAL mode with
/// `synchronous=FULL`, so the change survives a crash of the program or the
/// machine.
///
/// Texts must not contain NUL, at which SQLite would truncate them.
public struct LocalStore<UUID: IncrementalStoreUUID>: Sendable {
  package let file: DatabaseFile
  /// The turn of the action whose operations these are.
  var turn: ActionTurn?

  /// A store in a file, which is opened on first use: see `DatabaseFile`.
  ///
  /// - Parameter report: receives messages for the operator about the file.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(animals: url, report: report)
  }

  /// A store in memory, or in the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    file = DatabaseFile(
      animals: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store"))
  }

  // Internal, so that tests can provoke errors of SQLite.
  var database: any DatabaseWriter { get throws { try file.database } }

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
    try await file.read(in: turn, query)
  }

  func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    try await file.write(in: turn, updates)
  }
}

extension DatabaseFile {
  /// A file of animals, with the sample data if it is new. If all animals were
  /// deleted there are still categories, so it is not filled again.
  fileprivate convenience init(
    animals url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    self.init(
      url: url, subject: "the animals", migrator: .animals, report: report,
      filledBy: { if try $0.hasNoCategories() { try $0.insertSamples() } })
  }
}
