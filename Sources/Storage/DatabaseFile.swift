public import Foundation
public import GRDB
import Synchronization

/// An SQLite file with a schema, for one product.
///
/// When a write returns, it is on disk: the file is in WAL mode with
/// `synchronous=FULL`, so neither a crash of the program nor of the machine
/// loses it.
public final class DatabaseFile: Sendable {
  // Not private, so that tests can have SQLite refuse.
  package let database: any DatabaseWriter
  private let subject: String
  private let isClosed = Mutex(false)

  /// Opens a file, made if it is missing, and brings its schema up to date.
  ///
  /// - Parameters:
  ///   - url: the file; `nil` for a database in memory.
  ///   - subject: what it holds, for messages: "the breeds".
  ///   - migrator: its schema, version by version.
  /// - Throws: `DatabaseFileError`.
  public init(url: URL?, subject: String, migrator: DatabaseMigrator) throws {
    self.subject = subject
    do {
      database = try url.map(Self.open) ?? DatabaseQueue(configuration: Self.configuration)
      if try database.read(migrator.hasBeenSuperseded) {
        throw DatabaseFileError(reason: .newerSchema, subject: subject, details: "superseded")
      }
      try migrator.migrate(database)
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    }
  }

  private static func open(_ url: URL) throws -> any DatabaseWriter {
    let pool = try DatabasePool(path: url.path, configuration: configuration)
    // The pool sets NORMAL when it turns WAL on, after the configuration.
    try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
    return pool
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    return configuration
  }

  /// Reads, all of it at one moment.
  ///
  /// - Throws: `DatabaseFileError`, and what the closure throws.
  public func read<T: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    do {
      return try await database.read(query)
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    }
  }

  /// Writes, all of it or nothing.
  ///
  /// - Throws: `DatabaseFileError`, and what the closure throws.
  public func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    do {
      return try await database.write(updates)
    } catch let error as DatabaseError {
      throw DatabaseFileError(error, subject: subject)
    }
  }

  /// Writes what is in the write-ahead log back, and closes the file. What
  /// is asked after that fails.
  public func close() throws {
    // SQLite crashes where a connection is used that is closed already.
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    guard isFirst else { return }
    // The pool closes its readers last, which cannot do this. Where it fails,
    // nothing is lost: the log stays beside the file.
    if let pool = database as? DatabasePool {
      _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
    try database.close()
  }
}
