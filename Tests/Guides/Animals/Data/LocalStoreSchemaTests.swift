import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import AnimalsData

/// The file of the animals, and what is refused in it.
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
      ("journal_mode", "wal"), ("synchronous", "2"), ("foreign_keys", "1"),
      ("busy_timeout", "2000"),
    ])
  func `Each pragma has its value`(_ name: String, _ value: String) throws {
    let found = try store.file?.database.writeWithoutTransaction {
      try String.fetchOne($0, sql: "PRAGMA \(name)")
    }
    #expect(found == value)
  }

  /// As from a later version with more diets.
  @Test func `An unknown diet is an error`() async throws {
    try await store.close()
    try folder.withDatabase {
      try $0.execute(sql: "UPDATE animal SET diet = 'Fungivore' WHERE animal_id = 'Newt'")
    }
    let unknown = LocalStoreError.unknownDiet("Fungivore")
    let again = AnimalsFile(url: folder.file)
    await #expect(throws: unknown) { try await again.fetchAnimalsQuery() }
    await #expect(throws: unknown) { try await again.deleteAnimalMutation(animalId: "Newt") }
  }

  @Test func `A newer schema is rejected`() async throws {
    try await store.close()
    try folder.withDatabase {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: from another day')")
    }
    let before = try folder.animals()
    let newer = #expect(throws: DatabaseFileError.self) {
      try AnimalsFile(url: folder.file).file?.database
    }
    #expect(newer?.reason == .newerSchema)
    #expect(try folder.animals() == before)
  }

  @Test func `Tables of another program are rejected`() throws {
    let another = try DatabaseFolder.ofAnimals()
    try another.withDatabase { try $0.execute(sql: "CREATE TABLE animal (noise TEXT)") }
    let error = #expect(throws: DatabaseFileError.self) {
      try AnimalsFile(url: another.file).file?.database
    }
    #expect(error?.reason == .other)
    #expect(error?.description.contains("already exists") == true)
  }
}
