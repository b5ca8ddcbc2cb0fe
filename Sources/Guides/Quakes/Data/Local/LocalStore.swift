public import Foundation
import GRDB
public import Storage

/// A store of quakes in an SQLite file.
///
/// The change of a mutation that has returned is on disk: the file is in WAL mode with
/// `synchronous=FULL`, so neither a crash of the program nor of the machine
/// loses it.
public actor LocalStore {
  package nonisolated let file: DatabaseFile

  /// Creates a store for a file. The file is opened at its first use: see
  /// `DatabaseFile`.
  ///
  /// - Parameter report: a closure that receives reports for the operator.
  public init(
    url: URL, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the earthquakes", migrator: .quakes, report: report)
  }

  /// Creates a store in memory, or for the file `default.store` in the working
  /// directory.
  public init(isStoredInMemoryOnly: Bool = false) {
    file = DatabaseFile(
      url: isStoredInMemoryOnly ? nil : URL(fileURLWithPath: "default.store"),
      subject: "the earthquakes", migrator: .quakes)
  }

  // Internal, so that tests can make SQLite fail.
  nonisolated var database: any DatabaseWriter { get throws { try file.database } }

  /// Checkpoints the write-ahead log and closes the file. Later operations
  /// fail.
  public func close() async throws {
    try await file.close()
  }
}
