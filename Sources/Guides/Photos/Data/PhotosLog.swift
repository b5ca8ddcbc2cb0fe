public import Durable
import Foundation

/// The photos of a source and the banner, whose changes are kept in a log.
public struct KeptPhotos: DurableState, Hashable {
  /// The source of the photos. Those of other sources are kept, and not shown.
  let source: String
  public private(set) var photos: FetchedPhotos?
  public private(set) var banner: Banner?

  public init(of source: String) { self.source = source }

  public var tables: [any StoredTable<KeptPhotos>] {
    [
      RowTable(ListRow.self) { state, row in
        if row.source == state.source { state.photos = row.photos }
      },
      RowTable(BannerRow.self) { state, row in state.banner = Banner(title: row.title) },
    ]
  }

  public mutating func apply(_ change: PhotosChange, at position: Int) {
    switch change {
    case .photos(let photos, let source): if source == self.source { self.photos = photos }
    case .banner(let banner): self.banner = banner
    }
  }

  public func put(_ change: PhotosChange, at position: Int, into rows: inout RowBatch) {
    switch change {
    case .photos(let photos, let source): rows.put(ListRow(photos, from: source))
    case .banner(let banner): rows.put(BannerRow(banner))
    }
  }
}

private struct ListRow: StoredRow {
  static let table = "photo_list"
  private(set) var source = ""
  private var json = "[]"
  private var fetched = Date(timeIntervalSinceReferenceDate: 0)
  private var skipped = 0

  init() {}

  init(_ photos: FetchedPhotos, from source: String) {
    self.source = source
    // Texts and numbers can always be encoded.
    if let data = try? JSONEncoder().encode(photos.photos) {
      json = String(decoding: data, as: UTF8.self)
    }
    (fetched, skipped) = (photos.fetched, photos.skipped)
  }

  var key: String { source }

  /// The photos; `nil` if another version of the program has written them.
  var photos: FetchedPhotos? {
    (try? JSONDecoder().decode([Photo].self, from: Data(json.utf8))).map {
      FetchedPhotos(photos: $0, fetched: fetched, skipped: skipped)
    }
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("source", &source)
    try format.pass("photos", &json)
    try format.pass("fetched", &fetched)
    try format.pass("skipped", &skipped)
  }
}

private struct BannerRow: StoredRow {
  static let table = "banner"
  private(set) var key = "banner"
  private(set) var title = ""

  init() {}

  init(_ banner: Banner) { title = banner.title }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("key", &key)
    try format.pass("title", &title)
  }
}

extension DurableStorage {
  /// Adds the log of the photos.
  ///
  /// - Parameters:
  ///   - source: the source of the photos.
  ///   - receive: brings what happened into a store.
  package func photos(
    of source: String,
    receive: @escaping @Sendable (PhotosAction.Data) async throws -> Void = { _ in }
  ) -> DurableLog<KeptPhotos> {
    log("photos", subject: "the photos", from: KeptPhotos(of: source), former: .photos) {
      event, _ in
      switch event {
      case .loaded(let kept, _):
        try await receive(.loaded(photos: kept.photos, banner: kept.banner))
      case .changed(let changes):
        let changes = changes.map(\.change).filter { $0.concerns(source) }
        if !changes.isEmpty { try await receive(.log(changes)) }
      }
    }
  }
}

extension PhotosChange {
  /// True if the change is not about another source.
  fileprivate func concerns(_ source: String) -> Bool {
    if case .photos(_, let other) = self { other == source } else { true }
  }
}

extension PhotosProvider {
  /// A provider of the service that keeps the photos in a log: of the instances that want them at
  /// the same time, one asks the service.
  ///
  /// - Parameter patience: the longest wait for photos that another instance is fetching.
  package static func live(
    remoteStore: PhotosRemoteStore, log: DurableLog<KeptPhotos>, patience: Duration = .seconds(5)
  ) -> PhotosProvider {
    let source = remoteStore.source
    return PhotosProvider(fetch: {
      try await log.fetch("photos \(source)", patience: patience) {
        $0.photos?.fetched
      } _: {
        let photos = try await remoteStore.fetchPhotos()
        try await log.perform { _ in .photos(photos, source: source) }
      }
      guard let photos = log.state.photos else { throw FetchInProgress() }
      return photos
    })
  }
}

extension BannerUploader {
  /// An uploader that keeps the banner in a log.
  package static func live(log: DurableLog<KeptPhotos>) -> BannerUploader {
    BannerUploader { banner in try await log.perform { _ in .banner(banner) } }
  }
}

extension FormerTables {
  fileprivate static let photos = FormerTables(
    // A file with the tables has performed the step that created them.
    steps: [("1: photos", "")],
    preparation: "ALTER TABLE banner RENAME TO former_banner",
    conversion: """
      INSERT INTO photo_list (source, photos, fetched, skipped)
      SELECT source, (
        SELECT json_group_array(json_object(
          'albumId', albumId, 'id', id, 'title', title, 'url', url,
          'thumbnailUrl', thumbnailUrl))
        FROM (SELECT * FROM photo ORDER BY position)), fetched, skipped
      FROM fetch;
      INSERT INTO banner (key, title) SELECT 'banner', title FROM former_banner;
      DROP TABLE photo;
      DROP TABLE fetch;
      DROP TABLE former_banner
      """,
    shared: [
      // The time in seconds since the start of 2001, UTC, and the number of rows that could not be
      // decoded.
      Migrations.Step(
        """
        CREATE TABLE photo_list (
          source text COLLATE "C" PRIMARY KEY, photos json NOT NULL, fetched float8 NOT NULL,
          skipped bigint NOT NULL);
        CREATE TABLE banner (
          is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only), title text NOT NULL);
        """),
      Migrations.Step(
        """
        ALTER TABLE photo_list ALTER COLUMN photos TYPE text COLLATE "C" USING photos::text;
        ALTER TABLE banner RENAME TO former_banner;
        CREATE TABLE banner (
          key text COLLATE "C" PRIMARY KEY DEFAULT 'banner',
          title text COLLATE "C" NOT NULL DEFAULT '');
        INSERT INTO banner (title) SELECT title FROM former_banner;
        DROP TABLE former_banner
        """, oldestProgram: 2),
    ])
}
