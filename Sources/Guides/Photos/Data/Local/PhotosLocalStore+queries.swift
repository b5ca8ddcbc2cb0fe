import Foundation
import GRDB
import Storage

extension PhotosLocalStore {
  /// Returns the photos stored for a source, in their order; `nil` if none are
  /// stored for it.
  public func photos(from source: String) async throws -> FetchedPhotos? {
    try await file.read { db in
      guard
        let fetch = try Row.fetchOne(
          db, sql: "SELECT fetched, skipped FROM fetch WHERE source = ?", arguments: [source])
      else { return nil }
      let photos = try Row.fetchCursor(
        db, sql: "SELECT albumId, id, title, url, thumbnailUrl FROM photo ORDER BY position")
      return FetchedPhotos(
        // Another program may have written to the file, so invalid rows are
        // skipped.
        photos: try Array(photos.compactMap(Photo.init)),
        fetched: Date(timeIntervalSinceReferenceDate: fetch["fetched"]),
        skipped: fetch["skipped"])
    }
  }

  /// Replaces all stored photos by those of a source, in one transaction.
  public func save(_ photos: FetchedPhotos, from source: String) async throws {
    try await file.write { db in
      try db.execute(sql: "DELETE FROM photo")
      let insert = try db.makeStatement(
        sql: """
          INSERT INTO photo (position, albumId, id, title, url, thumbnailUrl)
          VALUES (?, ?, ?, ?, ?, ?)
          """)
      for (position, photo) in photos.photos.enumerated() {
        try insert.execute(arguments: [
          position, photo.albumId, photo.id, photo.title, photo.url.absoluteString,
          photo.thumbnailUrl.absoluteString,
        ])
      }
      try db.execute(
        sql: "INSERT OR REPLACE INTO fetch (fetchId, source, fetched, skipped) VALUES (1, ?, ?, ?)",
        arguments: [source, photos.fetched.timeIntervalSinceReferenceDate, photos.skipped])
    }
  }

  /// Returns the stored banner; `nil` if none is stored.
  public func banner() async throws -> Banner? {
    try await file.read { try String.fetchOne($0, sql: "SELECT title FROM banner") }
      .map(Banner.init(title:))
  }

  /// Replaces the stored banner.
  public func save(_ banner: Banner) async throws {
    try await file.write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO banner (bannerId, title) VALUES (1, ?)",
        arguments: [banner.title])
    }
  }
}

extension Photo {
  fileprivate init?(_ row: Row) {
    guard let url = URL(string: row["url"]), let thumbnailUrl = URL(string: row["thumbnailUrl"])
    else { return nil }
    self.init(
      albumId: row["albumId"], id: row["id"], title: row["title"], url: url,
      thumbnailUrl: thumbnailUrl)
  }
}
