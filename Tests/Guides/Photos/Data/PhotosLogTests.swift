import Durable
import Foundation
import TestSupport
import Testing

@testable import PhotosData

/// The photos and the banner, in a file and in a shared database.
@Suite(.timeLimit(.minutes(2))) struct PhotosLogTests {
  private static let source = "https://x.example/photos?_limit=5"

  private func open(
    _ place: DurablePlace, _ source: String = source
  ) async throws -> DurableLog<KeptPhotos> {
    let log = try await place.storage().photos(of: source)
    try await log.start()
    return log
  }

  @Test(
    arguments: DurablePlace.Database.allCases,
    [
      FetchedPhotos.hellos(3, fetched: noon + 0.123_456, skipped: 2), .hellos(0),
      FetchedPhotos(
        photos: [.hello(7, title: "'; DROP TABLE photo; --"), .hello(-1, title: ""), .hello(.max)],
        fetched: noon),
      FetchedPhotos(photos: recordedPhotos() ?? [], fetched: noon),
    ])
  func `Photos keep their order, and replace all earlier ones`(
    _ database: DurablePlace.Database, photos: FetchedPhotos
  ) async throws {
    let place = try DurablePlace(database)
    let log = try await open(place)
    #expect(log.state.photos == nil && log.state.banner == nil)
    for photos in [.hellos(9), photos] {
      try await log.perform { _ in .photos(photos, source: Self.source) }
    }
    for title in ["  a ", "'); DROP TABLE banner; --", "日本 🐼"] {
      try await log.perform { _ in .banner(Banner(title: title)) }
    }
    try await log.close()
    let second = try await open(place)
    #expect(second.state.photos == photos && second.state.banner == Banner(title: "日本 🐼"))
    try await second.close()
    let other = try await open(place, "https://y.example")
    #expect(other.state.photos == nil && other.state.banner != nil)
    try await other.close()
  }

  @Test(arguments: DurablePlace.Database.allCases)
  func `What a version before the log has stored is kept`(
    _ database: DurablePlace.Database
  ) async throws {
    let place = try DurablePlace(database)
    let json = String(
      decoding: try JSONEncoder().encode(FetchedPhotos.hellos(2).photos), as: UTF8.self)
    try await place.prepare(
      "photos", steps: ["1: photos"],
      file: """
        CREATE TABLE photo (
          position INTEGER NOT NULL PRIMARY KEY, id INTEGER NOT NULL UNIQUE,
          albumId INTEGER NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL,
          thumbnailUrl TEXT NOT NULL) STRICT;
        CREATE TABLE fetch (
          fetchId INTEGER NOT NULL PRIMARY KEY CHECK (fetchId = 1), source TEXT NOT NULL,
          fetched REAL NOT NULL, skipped INTEGER NOT NULL) STRICT;
        CREATE TABLE banner (
          bannerId INTEGER NOT NULL PRIMARY KEY CHECK (bannerId = 1), title TEXT NOT NULL) STRICT;
        INSERT INTO photo VALUES
          (1, 2, 0, 'Hello-2', 'file:///600/2', 'file:///150/2'),
          (0, 1, 0, 'Hello-1', 'file:///600/1', 'file:///150/1');
        INSERT INTO fetch VALUES (1, '\(Self.source)', \(noon.timeIntervalSinceReferenceDate), 3);
        INSERT INTO banner VALUES (1, 'Kept')
        """,
      shared: [
        """
        CREATE TABLE photo_list (
          source text COLLATE "C" PRIMARY KEY, photos json NOT NULL, fetched float8 NOT NULL,
          skipped bigint NOT NULL);
        CREATE TABLE banner (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), title text NOT NULL)
        """
      ],
      rows: [
        """
        INSERT INTO photo_list
        VALUES ('\(Self.source)', '\(json)', \(noon.timeIntervalSinceReferenceDate), 3)
        """,
        "INSERT INTO banner (title) VALUES ('Kept')",
      ])
    let log = try await open(place)
    #expect(log.state.photos == .hellos(2, skipped: 3))
    #expect(log.state.banner == Banner(title: "Kept"))
    try await log.perform { _ in .banner(Banner(title: "New")) }
    try await log.perform { _ in .photos(.hellos(1), source: Self.source) }
    #expect(log.state.photos == .hellos(1))
    try await log.close()
  }
}
