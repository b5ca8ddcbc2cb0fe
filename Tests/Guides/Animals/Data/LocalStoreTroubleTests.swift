import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import AnimalsData

/// Errors of the file, as reported by the store of animals. `StorageTests`
/// covers the causes.
@Suite struct LocalStoreTroubleTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofAnimals() }

  @Test func `A write that fails changes nothing`() async throws {
    let store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
    try await store.file?.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteAnimalMutation(animalId: "Dog")
    }
    #expect(error?.reason == .readOnly)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)

    try await store.file?.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 0")
    }
    #expect(try await store.deleteAnimalMutation(animalId: "Dog") == .dog)
  }

  @Test func `A damaged file is not replaced by sample data`() async throws {
    try Data((0..<20_000).map { UInt8($0 % 251) }).write(to: folder.file)
    let store = AnimalsFile(url: folder.file)
    await #expect(throws: DatabaseFileError.self) { try await store.fetchAnimalsQuery() }
  }

  @Test func `A damaged file that is replaced is kept, and begins with sample data`() async throws {
    let bytes = Data((0..<20_000).map { UInt8($0 % 251) })
    try bytes.write(to: folder.file)
    let store = AnimalsFile(url: folder.file)
    await store.file?.replaceIfDamaged()
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
    try await store.close()
    #expect(try folder.damaged().map { try Data(contentsOf: $0) } == [bytes])
  }
}
