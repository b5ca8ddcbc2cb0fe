import Foundation
import SharedStores
import Storage
import Synchronization
import TestSupport
import Testing

@testable import BreedsData

/// The stored list, in a file, in memory and in a shared database.
@Suite struct LocalStoreTests {
  enum Kind: CaseIterable { case file, memory, shared }

  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder(for: "breeds.sqlite") }

  private func open(_ kind: Kind) -> any ListStore {
    switch kind {
    case .file: LocalStore(url: folder.file)
    case .memory: LocalStore(url: nil)
    case .shared: SharedList()
    }
  }

  private let stored = StoredDogs(
    dogs: [
      Dog(breed: "hound", subBreeds: ["plott", "afghan"]), Dog(breed: "akita", subBreeds: []),
    ], date: Date(timeIntervalSinceReferenceDate: 735_000_000.125))

  @Test(arguments: Kind.allCases)
  func `A new store contains no list`(_ kind: Kind) async throws {
    let store = open(kind)
    #expect(try await store.storedDogs() == nil)
  }

  @Test(arguments: Kind.allCases)
  func `A stored list keeps its order`(_ kind: Kind) async throws {
    let store = open(kind)
    try await store.save(stored)
    #expect(try await store.storedDogs() == stored)
  }

  @Test(arguments: Kind.allCases)
  func `The next list replaces it`(_ kind: Kind) async throws {
    let store = open(kind)
    try await store.save(stored)
    let next = StoredDogs(dogs: [Dog(breed: "pug", subBreeds: [])], date: .now)
    try await store.save(next)
    #expect(try await store.storedDogs() == next)
  }

  @Test func `A list survives a restart`() async throws {
    let first = LocalStore(url: folder.file)
    try await first.save(stored)
    try await first.close()
    try await first.close()
    let second = LocalStore(url: folder.file)
    #expect(try await second.storedDogs() == stored)
    try await second.close()
  }

  @Test func `Opening the file is retried after a failure`() async throws {
    let parent = try TemporaryFolder()
    let folder = parent.url.appending(path: "missing")
    let store = LocalStore(url: folder.appending(path: "breeds.sqlite"))
    let error = await #expect(throws: DatabaseFileError.self) { try await store.storedDogs() }
    #expect(error?.localizedDescription == "The database of the breeds cannot be opened.")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try await store.save(stored)
    #expect(try await store.storedDogs() == stored)
    try await store.close()
  }
}

/// A store of the last loaded list.
private protocol ListStore {
  func storedDogs() async throws -> StoredDogs?
  func save(_ stored: StoredDogs) async throws
}

extension LocalStore: ListStore {}

/// A shared database, with an instance for each operation.
private struct SharedList: ListStore {
  private let database = TemporaryStorage()

  func storedDogs() async throws -> StoredDogs? {
    let read = Mutex<StoredDogs?>(nil)
    _ = try await opened { changes in
      if case .everything(let list, _) = changes.first { read.withLock { $0 = list } }
    }
    return read.withLock { $0 }
  }

  func save(_ stored: StoredDogs) async throws { try await opened().save(stored) }

  private func opened(
    apply: @escaping @Sendable ([BreedsChange]) -> Void = { _ in }
  ) async throws -> SharedBreeds {
    try await database.open { storage in
      let breeds = SharedBreeds(storage)
      breeds.follow { apply($0) }
      return breeds
    }
  }
}
