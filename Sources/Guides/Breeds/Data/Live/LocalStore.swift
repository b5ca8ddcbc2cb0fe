public import Foundation
import GRDB
public import Storage

/// A store of the last loaded list of breeds, in an SQLite file.
public struct LocalStore: Sendable {
  package let file: DatabaseFile

  /// A store in a file, which is opened on first use: see `DatabaseFile`.
  ///
  /// - Parameters:
  ///   - url: the location of the file; `nil` for a database in memory.
  ///   - report: receives messages for the operator about the file.
  public init(
    url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the breeds", migrator: .breeds, report: report)
  }

  /// Returns the stored list; `nil` if none is stored.
  public func storedDogs() async throws -> StoredDogs? {
    try await file.read { db in
      guard let date = try Double.fetchOne(db, sql: "SELECT date FROM list") else { return nil }
      let dogs = try Row.fetchAll(
        db, sql: "SELECT breed, subBreeds FROM dog ORDER BY position"
      ).map { row in
        let subBreeds: String = row["subBreeds"]
        return Dog(
          breed: row["breed"], subBreeds: subBreeds.split(separator: ",").map(String.init))
      }
      return StoredDogs(dogs: dogs, date: Date(timeIntervalSinceReferenceDate: date))
    }
  }

  /// Replaces the stored list.
  public func save(_ stored: StoredDogs) async throws {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM dog")
      for (position, dog) in stored.dogs.enumerated() {
        try db.cachedStatement(
          sql: "INSERT INTO dog (position, breed, subBreeds) VALUES (?, ?, ?)"
        ).execute(arguments: [position, dog.breed, dog.subBreeds.joined(separator: ",")])
      }
      try db.execute(
        sql: "INSERT OR REPLACE INTO list (id, date) VALUES (1, ?)",
        arguments: [stored.date.timeIntervalSinceReferenceDate])
    }
  }

  /// Closes the file.
  public func close() async throws {
    try await file.close()
  }
}

extension DatabaseMigrator {
  /// The schema migrations of the breeds database. A released migration never
  /// changes.
  fileprivate static var breeds: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1: dogs") { db in
      try db.execute(
        sql: """
          CREATE TABLE dog (
            position INTEGER NOT NULL PRIMARY KEY,
            breed TEXT NOT NULL UNIQUE,
            subBreeds TEXT NOT NULL
          ) STRICT;
          CREATE TABLE list (
            id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
            date REAL NOT NULL
          ) STRICT;
          """)
    }
    return migrator
  }
}
