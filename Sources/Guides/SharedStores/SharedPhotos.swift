public import Foundation
public import PhotosData
import Postgres
public import SharedLog
import Synchronization

/// A store of photos, and of the banner above them, in a PostgreSQL database
/// that several instances share.
///
/// An operation returns when its change has reached the state of this instance.
public final class SharedPhotos: Sendable {
  private let storage: SharedStorage
  private let changes: ChangeLog<PhotosChange>
  private let source: String
  private let patience: Duration
  /// The photos in the state of this instance.
  private let photos = Mutex<FetchedPhotos?>(nil)
  private static let log = "photos"

  /// Registers the tables and the log.
  ///
  /// - Parameters:
  ///   - storage: the shared tables of the program.
  ///   - source: the source of the photos. Those of other sources are ignored.
  ///   - patience: the longest wait for photos that another instance is fetching.
  ///   - file: the file of the photos without a shared database.
  ///   - apply: applies changes to the state of this instance.
  public init(
    _ storage: SharedStorage, source: String, patience: Duration = .seconds(5),
    importing file: URL? = nil,
    apply: @escaping @Sendable ([PhotosChange]) async throws -> Void
  ) {
    self.storage = storage
    self.source = source
    self.patience = patience
    changes = ChangeLog(Self.log, in: storage)
    let copy = SharedStorage.importing(file) { file, connection in
      try await Self.copy(file, of: source, to: connection)
    }
    let export = SharedStorage.exporting(file) { connection, file in
      try await Self.copy(of: source, from: connection, to: file)
    }
    changes.follow(.photos, importing: copy, exporting: export) { connection in
      [
        .everything(
          photos: try await Self.photos(from: source, on: connection),
          banner: try await Self.banner(on: connection))
      ]
    } apply: { [weak self] changes in
      let changes = changes.filter { $0.concerns(source) }
      guard !changes.isEmpty else { return }
      try await apply(changes)
      if let photos = changes.compactMap(\.photos).last { self?.photos.withLock { $0 = photos } }
    }
  }
}

// MARK: Operations

extension SharedPhotos {
  /// Fetches the photos, unless another instance is doing so, and returns the
  /// photos in the state.
  ///
  /// - Throws: `FetchInProgress`, `SharedLogError`, `PostgresError`, and the
  ///   errors of `fetch`.
  public func loadPhotos(
    fetching fetch: @Sendable () async throws -> FetchedPhotos
  ) async throws -> FetchedPhotos {
    try await storage.fetch("\(Self.log) \(source)", of: Self.log, patience: patience) {
      photos.withLock { $0?.fetched }
    } _: {
      try await save(try await fetch())
    }
    guard let photos = photos.withLock({ $0 }) else { throw FetchInProgress() }
    return photos
  }

  /// Replaces the photos of the source.
  public func save(_ photos: FetchedPhotos) async throws {
    try await changes.write(
      .photos(photos, source: source), after: [try Self.upsert(photos, from: source)])
  }

  /// Replaces the banner.
  public func save(_ banner: Banner) async throws {
    try await changes.write(.banner(banner), after: [Self.upsert(banner)])
  }
}

extension PhotosProvider {
  /// A provider of the service for an instance that shares its photos. They are
  /// read and saved by the log.
  public static func live(
    remoteStore: PhotosRemoteStore, sharedPhotos: SharedPhotos
  ) -> PhotosProvider {
    PhotosProvider(fetch: {
      try await sharedPhotos.loadPhotos { try await remoteStore.fetchPhotos() }
    })
  }
}

extension BannerUploader {
  /// An uploader that writes to the shared database.
  public static func live(sharedPhotos: SharedPhotos) -> BannerUploader {
    BannerUploader { try await sharedPhotos.save($0) }
  }
}

extension PhotosChange {
  /// True if the change is not about another source.
  fileprivate func concerns(_ source: String) -> Bool {
    if case .photos(_, let other) = self { other == source } else { true }
  }

  /// The photos after the change; `nil` if they stay, and `.some(nil)` if there
  /// are none.
  fileprivate var photos: FetchedPhotos?? {
    switch self {
    case .photos(let photos, _): .some(photos)
    case .banner: nil
    case .everything(let photos, _): .some(photos)
    }
  }
}

// MARK: Statements

extension SharedPhotos {
  private static func photos(
    from source: String, on connection: PostgresConnection
  ) async throws -> FetchedPhotos? {
    try await connection.query(
      "SELECT photos, fetched, skipped FROM photo_list WHERE source = \(source)"
    ).first.map { row in
      let (photos, fetched, skipped) = try row.decode(PostgresJSON.self, Double.self, Int.self)
      return FetchedPhotos(
        photos: try photos.decode(),
        fetched: Date(timeIntervalSinceReferenceDate: fetched), skipped: skipped)
    }
  }

  private static func banner(on connection: PostgresConnection) async throws -> Banner? {
    try await connection.query("SELECT title FROM banner").first.map {
      Banner(title: try $0.decode(String.self, at: 0))
    }
  }

  /// Copies the banner and the photos of a file that are of a source, and
  /// returns their number as text.
  private static func copy(
    _ file: URL, of source: String, to connection: PostgresConnection
  ) async throws -> String {
    let store = PhotosLocalStore(url: file)
    let photos = try await store.photos(from: source)
    let banner = try await store.banner()
    try await store.close()
    if let photos { try await connection.query(upsert(photos, from: source)) }
    if let banner { try await connection.query(upsert(banner)) }
    return counted(photos, banner)
  }

  /// Copies the banner and the photos of a source to a file, and returns their number as text.
  private static func copy(
    of source: String, from connection: PostgresConnection, to file: URL
  ) async throws -> String {
    let photos = try await photos(from: source, on: connection)
    let banner = try await banner(on: connection)
    let store = PhotosLocalStore(url: file)
    if let photos { try await store.save(photos, from: source) }
    if let banner { try await store.save(banner) }
    if photos == nil, banner == nil { _ = try await store.banner() }
    try await store.close()
    return counted(photos, banner)
  }

  private static func counted(_ photos: FetchedPhotos?, _ banner: Banner?) -> String {
    let count = photos?.photos.count ?? 0
    return "\(count) photo\(count == 1 ? "" : "s")\(banner == nil ? "" : " and the banner")"
  }

  private static func upsert(_ banner: Banner) -> PostgresStatement {
    """
    INSERT INTO banner (title) VALUES (\(banner.title))
    ON CONFLICT (is_only) DO UPDATE SET title = excluded.title
    """
  }

  private static func upsert(
    _ photos: FetchedPhotos, from source: String
  ) throws -> PostgresStatement {
    let list = try PostgresJSON(encoding: photos.photos)
    return """
      INSERT INTO photo_list (source, photos, fetched, skipped)
      VALUES (
        \(source), \(list), \(photos.fetched.timeIntervalSinceReferenceDate), \(photos.skipped))
      ON CONFLICT (source) DO UPDATE
      SET photos = excluded.photos, fetched = excluded.fetched, skipped = excluded.skipped
      """
  }
}

extension Migrations {
  /// The tables of the photos. A released step never changes.
  fileprivate static var photos: Migrations {
    Migrations(
      component: "photos",
      steps: [
        Step(
          """
          CREATE TABLE photo_list (
            source text COLLATE "C" PRIMARY KEY,
            photos json NOT NULL,
            -- Seconds since the start of 2001, UTC.
            fetched float8 NOT NULL,
            -- The number of rows that could not be decoded.
            skipped bigint NOT NULL);
          CREATE TABLE banner (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            title text NOT NULL);
          """)
      ])
  }
}
