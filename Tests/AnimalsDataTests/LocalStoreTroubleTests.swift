import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import AnimalsData

/// Files that cannot be opened, read or written: an error with a sentence,
/// never a crash, and all is well again when the cause has gone.
@Suite struct LocalStoreTroubleTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofAnimals() }

  /// A file with the sample data.
  private func makeFile() async throws {
    let store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
    try await store.close()
  }

  /// On the store's own connection: these settings are a matter of each.
  private func execute(_ sql: String, on store: AnimalsFile) async throws {
    try await store.database.writeWithoutTransaction { try $0.execute(sql: sql) }
  }

  @Test func diskIsFull() async throws {
    let store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
    try await store.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    let longName = String(repeating: "long ", count: 10_000)
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.addAnimalMutation(
        animalId: "new", name: longName, diet: .omnivorous, categoryId: "Fish")
    }
    #expect(error?.reason == .diskFull)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)

    try await execute("PRAGMA max_page_count = 1000000", on: store)
    let added = try await store.addAnimalMutation(
      animalId: "new", name: longName, diet: .omnivorous, categoryId: "Fish")
    #expect(try await store.fetchAnimalsQuery().byId == (Animal.samples + [added]).byId)
  }

  @Test func fileIsReadOnly() async throws {
    let store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
    try await execute("PRAGMA query_only = 1", on: store)
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteAnimalMutation(animalId: "Dog")
    }
    #expect(error?.reason == .readOnly)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)

    try await execute("PRAGMA query_only = 0", on: store)
    #expect(try await store.deleteAnimalMutation(animalId: "Dog") == .dog)
  }

  @Test func fileIsLocked() async throws {
    let store = AnimalsFile(url: folder.file)
    _ = try await store.fetchAnimalsQuery()
    // It waits two seconds for the other, which the test need not.
    try await execute("PRAGMA busy_timeout = 1", on: store)

    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
    try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteAnimalMutation(animalId: "Dog")
    }
    #expect(error?.reason == .inUse)
    // Who only reads need not wait.
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)

    try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await store.deleteAnimalMutation(animalId: "Dog") == .dog)
  }

  @Test(
    arguments: [
      // A folder that is missing, a file where a folder should be, and a
      // folder where the file should be.
      "missing/animals.sqlite", "plain.txt/animals.sqlite", "folder",
    ])
  func fileCannotBeMade(_ path: String) throws {
    try Data("plain".utf8).write(to: folder.url.appending(path: "plain.txt"))
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
    let error = #expect(throws: DatabaseFileError.self) {
      try AnimalsFile(url: folder.url.appending(path: path)).database
    }
    #expect(error?.reason == .cannotOpen)
  }

  /// Those who may write everywhere, as in a container, can be kept from
  /// nothing by a mode.
  private static let mayWriteEverywhere = FileManager.default.isWritableFile(atPath: "/")

  @Test(.disabled(if: mayWriteEverywhere, "needs a user whom file modes bind"))
  func folderIsNotWritable() throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o500], ofItemAtPath: folder.url.path)
    let error = #expect(throws: DatabaseFileError.self) {
      try AnimalsFile(url: folder.file).database
    }
    #expect(error?.reason == .cannotOpen)
  }

  enum Damage: CaseIterable {
    case nonsense, header, middle, truncated
  }

  @Test(arguments: Damage.allCases)
  func fileIsDamaged(_ damage: Damage) async throws {
    try await makeFile()
    var bytes = try Data(contentsOf: folder.file)
    switch damage {
    case .nonsense: bytes = Data((0..<20_000).map { UInt8($0 % 251) })
    case .header: bytes.replaceSubrange(0..<16, with: Data("no SQLite format".utf8))
    case .middle: bytes.replaceSubrange(4096..., with: Data(count: bytes.count - 4096))
    case .truncated: bytes = bytes.prefix(bytes.count / 2)
    }
    try bytes.write(to: folder.file)

    // A new file is begun, and the damaged one is kept as it is.
    let store = AnimalsFile(url: folder.file)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
    try await store.close()
    #expect(try folder.damaged().map { try Data(contentsOf: $0) } == [bytes])
  }

  @Test func emptyFileIsANewOne() async throws {
    try Data().write(to: folder.file)
    let store = AnimalsFile(url: folder.file)
    #expect(try await store.fetchAnimalsQuery().byId == Animal.samples.byId)
  }
}
