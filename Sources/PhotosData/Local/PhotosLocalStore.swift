public import Foundation
import GRDB

/// Photos, and the banner above them, in an SQLite file.
///
/// When a mutation returns, its change is on disk: the file is in WAL mode
/// with `synchronous=FULL`, so neither a crash of the program nor of the
/// machine loses it.
public actor PhotosLocalStore {
  // Not private, so that tests can have SQLite refuse.
  nonisolated let database: any DatabaseWriter
  private var isClosed = false

  /// Opens a file, made if it is missing, and brings its schema up to date.
  ///
  /// - Throws: `PhotosFileError`, or `PhotosLocalStoreError.newerSchema`.
  public init(url: URL) throws {
    try self.init {
      let pool = try DatabasePool(path: url.path, configuration: Self.configuration)
      // The pool sets NORMAL when it turns WAL on, after the configuration.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    }
  }

  /// Opens a database in memory, which goes with this.
  ///
  /// - Throws: `PhotosFileError`.
  public init() throws {
    try self.init { try DatabaseQueue(configuration: Self.configuration) }
  }

  private init(open: () throws -> any DatabaseWriter) throws {
    do {
      database = try open()
      let migrator = DatabaseMigrator.photos
      if try database.read(migrator.hasBeenSuperseded) { throw PhotosLocalStoreError.newerSchema }
      try migrator.migrate(database)
    } catch let error as DatabaseError {
      throw PhotosFileError(error)
    }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.label = "photos"
    return configuration
  }

  /// Writes what is in the write-ahead log back, and closes the file. What
  /// is asked after that fails.
  public func close() throws {
    // SQLite crashes where a connection is used that is closed already.
    guard !isClosed else { return }
    // The pool closes its readers last, which cannot do this. Where it fails,
    // nothing is lost: the log stays beside the file.
    if let pool = database as? DatabasePool {
      _ = try? pool.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    }
    try database.close()
    isClosed = true
  }
}

extension PhotosLocalStore {
  func read<T: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    do {
      return try await database.read(query)
    } catch let error as DatabaseError {
      throw PhotosFileError(error)
    }
  }

  func write<T: Sendable>(
    _ updates: @escaping @Sendable (Database) throws -> T
  ) async throws -> T {
    do {
      return try await database.write(updates)
    } catch let error as DatabaseError {
      throw PhotosFileError(error)
    }
  }
}
