import Foundation
import Storage
import TestSupport
import Testing

@testable import BreedsData

@Suite struct LocalStoreTests {
  private let stored = StoredDogs(
    dogs: [
      Dog(breed: "hound", subBreeds: ["plott", "afghan"]), Dog(breed: "akita", subBreeds: []),
    ], date: Date(timeIntervalSinceReferenceDate: 735_000_000.125))

  @Test func `A new store contains no list`() async throws {
    let store = LocalStore(url: nil)
    #expect(try await store.storedDogs() == nil)
  }

  @Test func `A stored list keeps its order`() async throws {
    let store = LocalStore(url: nil)
    try await store.save(stored)
    #expect(try await store.storedDogs() == stored)
  }

  @Test func `The next list replaces it`() async throws {
    let store = LocalStore(url: nil)
    try await store.save(stored)
    let next = StoredDogs(dogs: [Dog(breed: "pug", subBreeds: [])], date: .now)
    try await store.save(next)
    #expect(try await store.storedDogs() == next)
  }

  @Test func `A list survives a restart`() async throws {
    let folder = try DatabaseFolder(for: "breeds.sqlite")
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
