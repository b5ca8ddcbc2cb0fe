import Foundation
import Storage
import Testing

@testable import BreedsData

@Suite struct LocalStoreTests {
  private let kept = KeptDogs(
    dogs: [
      Dog(breed: "hound", subBreeds: ["plott", "afghan"]), Dog(breed: "akita", subBreeds: []),
    ], date: Date(timeIntervalSinceReferenceDate: 735_000_000.125))

  @Test func `nothing is kept at first`() async throws {
    let store = try LocalStore(url: nil)
    #expect(try await store.keptDogs() == nil)
  }

  @Test func `a list comes back as it was, in its order`() async throws {
    let store = try LocalStore(url: nil)
    try await store.keep(kept)
    #expect(try await store.keptDogs() == kept)
  }

  @Test func `the next list takes its place`() async throws {
    let store = try LocalStore(url: nil)
    try await store.keep(kept)
    let next = KeptDogs(dogs: [Dog(breed: "pug", subBreeds: [])], date: .now)
    try await store.keep(next)
    #expect(try await store.keptDogs() == next)
  }

  @Test func `it is there after a restart`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "breeds-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    let first = try LocalStore(url: file)
    try await first.keep(kept)
    try first.close()
    try first.close()
    let second = try LocalStore(url: file)
    #expect(try await second.keptDogs() == kept)
    try second.close()
  }

  @Test func `a file that is none says so`() throws {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "breeds-\(UUID().uuidString).sqlite")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: 7, count: 4_096).write(to: file)
    #expect(throws: DatabaseFileError.self) { try LocalStore(url: file) }
    do {
      _ = try LocalStore(url: file)
    } catch {
      #expect(error.localizedDescription == "The file of the breeds is damaged.")
    }
  }
}
