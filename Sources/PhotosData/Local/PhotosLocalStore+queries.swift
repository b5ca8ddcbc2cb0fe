import Foundation
import GRDB
import Storage

extension PhotosLocalStore {
  /// The photos that were kept of a source, in its order; `nil` where none
  /// were ever kept of it.
  public func photos(from source: String) async throws -> FetchedPhotos? {
    try await file.read { db in
      guard
        let fetch = try Row.fetchOne(
          db, sql: "SELECT fetched, skipped FROM fetch WHERE source = ?", arguments: [source])
      else { return nil }
      let photos = try Row.fetchCursor(
        db, sql: "SELECT albumId, id, title, url, thumbnailUrl FROM photo ORDER BY position")
      return FetchedPhotos(
        // Whoever else wrote the file: a row that makes no sense is left out.
        photos: try Array(photos.compactMap(Photo.init)),
        fetched: Date(timeIntervalSinceReferenceDate: fetch["fetched"]),
        skipped: fetch["skipped"])
    }
  }

  /// Keeps photos of a source in the place of all others: all or nothing.
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

  /// The banner; `nil` where none was ever kept.
  public func banner() async throws -> Banner? {
    try await file.read { try String.fetchOne($0, sql: "SELECT title FROM banner") }
      .map(Banner.init(title:))
  }

  /// Keeps a banner in the place of the one before.
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
