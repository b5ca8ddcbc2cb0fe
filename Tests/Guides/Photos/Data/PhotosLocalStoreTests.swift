import Foundation
import GRDB
import SharedStores
import Storage
import Synchronization
import TestSupport
import Testing

@testable import PhotosData

/// The stored photos and banner, in a file and in a shared database.
@Suite struct PhotosLocalStoreTests {
  enum Kind: CaseIterable { case file, shared }

  private let folder: DatabaseFolder
  private let source = "https://x.example/photos?_limit=5"

  init() throws { folder = try DatabaseFolder(for: "photos.sqlite") }

  private func open(_ kind: Kind) -> any StoredPhotos {
    switch kind {
    case .file: ReopenedFile(url: folder.file)
    case .shared: SharedRows()
    }
  }

  @Test(arguments: Kind.allCases)
  func `A new store is empty`(_ kind: Kind) async throws {
    let store = open(kind)
    #expect(try await store.photos(from: source) == nil)
    #expect(try await store.banner() == nil)
  }

  @Test(
    arguments: Kind.allCases,
    [
      FetchedPhotos.hellos(3, fetched: noon + 0.123_456, skipped: 2), .hellos(0),
      FetchedPhotos(
        photos: [.hello(7, title: "'; DROP TABLE photo; --"), .hello(-1, title: ""), .hello(.max)],
        fetched: noon),
    ])
  func `Stored photos are read in order`(_ kind: Kind, photos: FetchedPhotos) async throws {
    let store = open(kind)
    try await store.save(photos, from: source)
    #expect(try await store.photos(from: source) == photos)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"), arguments: Kind.allCases)
  func `Five thousand photos are stored`(_ kind: Kind) async throws {
    let photos = FetchedPhotos(photos: try #require(recordedPhotos()), fetched: noon)
    let store = open(kind)
    try await store.save(photos, from: source)
    #expect(try await store.photos(from: source) == photos)
  }

  @Test(arguments: Kind.allCases)
  func `New photos replace all stored ones`(_ kind: Kind) async throws {
    let store = open(kind)
    try await store.save(.hellos(9), from: source)
    try await store.save(.hellos(2), from: source)
    #expect(try await store.photos(from: source) == .hellos(2))
  }

  @Test(arguments: Kind.allCases)
  func `Photos of another service are ignored`(_ kind: Kind) async throws {
    let store = open(kind)
    try await store.save(.hellos(2), from: source)
    #expect(try await store.photos(from: source + "0") == nil)
  }

  @Test func `A failed write keeps the old photos`() async throws {
    let store = PhotosLocalStore(url: nil)
    try await store.save(.hellos(2), from: source)
    let twice = FetchedPhotos(photos: [.hello(1), .hello(1)], fetched: noon)
    await #expect(throws: DatabaseFileError.self) { try await store.save(twice, from: source) }
    #expect(try await store.photos(from: source) == .hellos(2))
  }

  @Test(arguments: Kind.allCases, ["New", "", "  a ", "'); DROP TABLE banner; --", "日本 🐼"])
  func `The banner is stored unchanged`(_ kind: Kind, title: String) async throws {
    let store = open(kind)
    try await store.save(Banner(title: "Old"))
    try await store.save(Banner(title: title))
    #expect(try await store.banner() == Banner(title: title))
  }

  @Test func `Saved data is on disk`() async throws {
    let store = PhotosLocalStore(url: folder.file)
    let synchronous = try await store.file.database.writeWithoutTransaction {
      try Int.fetchOne($0, sql: "PRAGMA synchronous")
    }
    #expect(synchronous == 2)
    try await store.save(Banner(title: "New"))
    // Reads through a new connection, as after a crash.
    #expect(
      try folder.withDatabase { try String.fetchOne($0, sql: "SELECT title FROM banner") }
        == "New")
  }

  @Test func `A read-only file is an error`() async throws {
    let store = PhotosLocalStore(url: nil)
    try await store.file.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA query_only = 1")
    }
    let error = await #expect(throws: DatabaseFileError.self) {
      try await store.save(Banner(title: "New"))
    }
    #expect(error?.reason == .readOnly)
    #expect(
      error?.localizedDescription
        == "The database of the photos is read-only, so nothing could be saved.")
  }

  @Test func `A file of a newer version is rejected`() async throws {
    let store = PhotosLocalStore(url: folder.file)
    _ = try store.file.database
    try await store.close()
    try folder.withDatabase {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('2: from another day')")
    }
    let error = #expect(throws: DatabaseFileError.self) {
      try PhotosLocalStore(url: folder.file).file.database
    }
    #expect(error?.reason == .newerSchema)
  }

  @Test(
    arguments: [
      (
        "INSERT INTO photo SELECT position + 9, id, 1, '', '', '' FROM photo",
        .SQLITE_CONSTRAINT_UNIQUE
      ),
      ("UPDATE photo SET title = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE photo SET id = 'x'", .SQLITE_CONSTRAINT_DATATYPE),
      ("UPDATE fetch SET fetchId = 2", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE fetch SET source = NULL", .SQLITE_CONSTRAINT_NOTNULL),
      ("UPDATE banner SET bannerId = 2", .SQLITE_CONSTRAINT_CHECK),
      ("UPDATE banner SET title = NULL", .SQLITE_CONSTRAINT_NOTNULL),
    ] as [(String, ResultCode)])
  func `The schema rejects invalid rows`(sql: String, code: ResultCode) async throws {
    let store = PhotosLocalStore(url: nil)
    try await store.save(.hellos(1), from: source)
    try await store.save(Banner())
    let error = await #expect(throws: DatabaseError.self) {
      try await store.file.database.write { try $0.execute(sql: sql) }
    }
    #expect(error?.extendedResultCode == code)
  }

  @Test func `An invalid row is skipped`() async throws {
    let store = PhotosLocalStore(url: nil)
    try await store.save(.hellos(2), from: source)
    try await store.file.database.write {
      try $0.execute(sql: "UPDATE photo SET url = '' WHERE id = 1")
    }
    #expect(try await store.photos(from: source)?.photos.map(\.id) == [2])
  }
}

/// Stored photos, read as after a restart.
private protocol StoredPhotos {
  func photos(from source: String) async throws -> FetchedPhotos?
  func save(_ photos: FetchedPhotos, from source: String) async throws
  func banner() async throws -> Banner?
  func save(_ banner: Banner) async throws
}

/// A file that is opened for each operation.
private struct ReopenedFile: StoredPhotos {
  let url: URL

  func photos(from source: String) async throws -> FetchedPhotos? {
    try await opened { try await $0.photos(from: source) }
  }

  func save(_ photos: FetchedPhotos, from source: String) async throws {
    try await opened { try await $0.save(photos, from: source) }
  }

  func banner() async throws -> Banner? { try await opened { try await $0.banner() } }

  func save(_ banner: Banner) async throws { try await opened { try await $0.save(banner) } }

  private func opened<Value>(
    _ body: (PhotosLocalStore) async throws -> Value
  ) async throws -> Value {
    let store = PhotosLocalStore(url: url)
    let value = try await body(store)
    try await store.close()
    return value
  }
}

/// A shared database, with an instance for each operation.
private struct SharedRows: StoredPhotos {
  private let database = TemporaryStorage()

  func photos(from source: String) async throws -> FetchedPhotos? {
    try await read(source).photos
  }

  func save(_ photos: FetchedPhotos, from source: String) async throws {
    try await opened(source).save(photos)
  }

  func banner() async throws -> Banner? { try await read("").banner }

  func save(_ banner: Banner) async throws { try await opened("").save(banner) }

  private func read(_ source: String) async throws -> (photos: FetchedPhotos?, banner: Banner?) {
    let read = Mutex<[PhotosChange]>([])
    _ = try await opened(source) { new in read.withLock { $0 += new } }
    guard case .everything(let photos, let banner) = read.withLock({ $0.first }) else {
      return (nil, nil)
    }
    return (photos, banner)
  }

  private func opened(
    _ source: String, apply: @escaping @Sendable ([PhotosChange]) -> Void = { _ in }
  ) async throws -> SharedPhotos {
    try await database.open { SharedPhotos($0, source: source) { apply($0) } }
  }
}
