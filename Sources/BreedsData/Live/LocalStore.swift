public import Foundation
import GRDB
public import Storage

/// The last good list of breeds, in an SQLite file.
public struct LocalStore: Sendable {
  package let file: DatabaseFile

  /// A file, which is opened when it is first needed: see `DatabaseFile`;
  /// `nil` for a database in memory.
  ///
  /// - Parameter report: hears what an operator should know of the file.
  public init(
    url: URL?, report: @escaping @Sendable (DatabaseFileReport) -> Void = { _ in }
  ) {
    file = DatabaseFile(
      url: url, subject: "the breeds", migrator: .breeds, report: report)
  }

  /// The list that was kept last; `nil` where none was.
  public func keptDogs() async throws -> KeptDogs? {
    try await file.read { db in
      guard let date = try Double.fetchOne(db, sql: "SELECT date FROM list") else { return nil }
      let dogs = try Row.fetchAll(
        db, sql: "SELECT breed, subBreeds FROM dog ORDER BY position"
      ).map { row in
        let subBreeds: String = row["subBreeds"]
        return Dog(
          breed: row["breed"], subBreeds: subBreeds.split(separator: ",").map(String.init))
      }
      return KeptDogs(dogs: dogs, date: Date(timeIntervalSinceReferenceDate: date))
    }
  }

  /// Keeps a list in the place of the one before.
  public func keep(_ kept: KeptDogs) async throws {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM dog")
      for (position, dog) in kept.dogs.enumerated() {
        try db.cachedStatement(
          sql: "INSERT INTO dog (position, breed, subBreeds) VALUES (?, ?, ?)"
        ).execute(arguments: [position, dog.breed, dog.subBreeds.joined(separator: ",")])
      }
      try db.execute(
        sql: "INSERT OR REPLACE INTO list (id, date) VALUES (1, ?)",
        arguments: [kept.date.timeIntervalSinceReferenceDate])
    }
  }

  /// Closes the file.
  public func close() async throws {
    try await file.close()
  }
}

extension DatabaseMigrator {
  /// The schema of the breeds, version by version. A version that was once
  /// released never changes.
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
