import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import AnimalsData

/// The constraints that SQLite enforces for any writer.
@Suite struct LocalStoreSchemaTests {
  private let folder: DatabaseFolder
  private let store: AnimalsFile

  init() async throws {
    folder = try DatabaseFolder.ofAnimals()
    store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
  }

  @Test(
    arguments: [
      (
        "INSERT INTO animal VALUES ('Dog', 'Another', 'Omnivore', 'Fish', 1, '')",
        .SQLITE_CONSTRAINT_PRIMARYKEY
      ),
      ("INSERT INTO category VALUES ('Bird', 'Birds')", .SQLITE_CONSTRAINT_PRIMARYKEY),
      (
        "INSERT INTO animal VALUES ('E', 'E', 'Omnivore', 'Fungus', 1, '')",
        .SQLITE_CONSTRAINT_FOREIGNKEY
      ),
      ("UPDATE animal SET categoryId = 'Fungus'", .SQLITE_CONSTRAINT_FOREIGNKEY),
      ("DELETE FROM category WHERE categoryId = 'Bird'", .SQLITE_CONSTRAINT_FOREIGNKEY),
      (
        "INSERT INTO animal VALUES ('E', 'E', 'Fungivore', 'Fish', 1, '')", .SQLITE_CONSTRAINT_CHECK
      ),
      (
        "INSERT INTO animal VALUES ('E', 'E', 'herbivore', 'Fish', 1, '')", .SQLITE_CONSTRAINT_CHECK
      ),
      (
        "INSERT INTO animal VALUES (NULL, 'E', 'Omnivore', 'Fish', 1, '')",
        .SQLITE_CONSTRAINT_NOTNULL
      ),
      (
        "INSERT INTO animal VALUES ('E', NULL, 'Omnivore', 'Fish', 1, '')",
        .SQLITE_CONSTRAINT_NOTNULL
      ),
      ("INSERT INTO animal VALUES ('E', 'E', NULL, 'Fish', 1, '')", .SQLITE_CONSTRAINT_NOTNULL),
      ("INSERT INTO animal VALUES ('E', 'E', 'Omnivore', NULL, 1, '')", .SQLITE_CONSTRAINT_NOTNULL),
      (
        "INSERT INTO animal VALUES ('E', x'FF', 'Omnivore', 'Fish', 1, '')",
        .SQLITE_CONSTRAINT_DATATYPE
      ),
    ] as [(String, ResultCode)])
  func `The schema rejects invalid rows`(_ sql: String, _ code: ResultCode) throws {
    // Uses the connection of the store, since foreign keys are a setting of the
    // connection.
    let error = #expect(throws: DatabaseError.self) {
      try store.database.write { try $0.execute(sql: sql) }
    }
    #expect(error?.extendedResultCode == code)
    #expect(try folder.animals() == Animal.samples.byId.map(\.columns))
  }

  @Test(
    arguments: [
      ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
      ("busy_timeout", "2000"),
    ])
  func `Each pragma has its value`(_ name: String, _ value: String) throws {
    let found = try store.database.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA \(name)")
    }
    #expect(found == value)
  }

  /// A row that the schema would reject, as from a later version with more
  /// diets.
  @Test func `An unknown diet is an error`() async throws {
    try folder.withDatabase { db in
      try db.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          UPDATE animal SET diet = 'Fungivore' WHERE animalId = 'Newt';
          """)
    }
    let unknown = LocalStoreError.unknownDiet("Fungivore")
    await #expect(throws: unknown) { try await store.fetchAnimalsQuery() }
    await #expect(throws: unknown) { try await store.deleteAnimalMutation(animalId: "Newt") }
    // Other animals can still be changed, and a reload repairs the file.
    #expect(try await store.deleteAnimalMutation(animalId: "Dog") == .dog)
    _ = try await store.reloadSampleDataMutation()
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
  }

  @Test func `A newer schema is rejected`() async throws {
    try await store.close()
    try folder.withDatabase {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: from another day')")
    }
    let before = try folder.animals()
    let newer = #expect(throws: DatabaseFileError.self) {
      try AnimalsFile(url: folder.file).database
    }
    #expect(newer?.reason == .newerSchema)
    #expect(try folder.animals() == before)
  }

  @Test func `Tables of another program are rejected`() throws {
    let another = try DatabaseFolder.ofAnimals()
    try another.withDatabase { try $0.execute(sql: "CREATE TABLE animal (noise TEXT)") }
    let error = #expect(throws: DatabaseFileError.self) {
      try AnimalsFile(url: another.file).database
    }
    #expect(error?.reason == .other)
    #expect(error?.description.contains("already exists") == true)
  }
}
