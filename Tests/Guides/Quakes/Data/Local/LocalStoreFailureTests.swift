import Foundation
import GRDB
import Storage
import TestSupport
import Testing

@testable import QuakesData

/// Errors of unwritable and unreadable files, as reported by the store of
/// quakes. `StorageTests` covers the causes.
@Suite struct LocalStoreFailureTests {
  private let folder: DatabaseFolder

  init() throws { folder = try DatabaseFolder.ofQuakes() }

  @Test func `A failed write changes nothing`() async throws {
    let quakes = (100..<110).map { Quake.stored("us\($0)") }
    let store = LocalStore(url: folder.file)
    try await store.didRefreshQuakesMutation(changes: QuakesChanges(inserted: quakes))
    try await store.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.deleteLocalQuakeMutation(quakeId: "us100")
    }
    #expect(error?.reason == .readOnly)
    #expect(try await store.fetchLocalQuakesQuery().byId == quakes)

    try await store.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 0")
    }
    try await store.deleteLocalQuakeMutation(quakeId: "us100")
    #expect(try await store.fetchLocalQuakesQuery().byId == Array(quakes.dropFirst()))
  }
}
