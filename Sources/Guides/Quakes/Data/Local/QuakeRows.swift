import Durable
import Foundation

/// A quake that is stored, or that was deleted and can be restored.
struct StoredQuake: StoredRow {
  static let table = "quake"
  private(set) var fields = QuakeFields()
  /// The time of the deletion; `nil` for a quake that is stored.
  private(set) var deleted: Date?

  init() {}

  init(_ quake: Quake, deleted: Date? = nil) {
    (fields, self.deleted) = (quake.fields, deleted)
  }

  var key: Quake.ID { fields.common.quakeId }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try fields.pass(through: &format)
    try format.pass("deleted", &deleted)
  }
}

/// An ID of an event that a visitor deleted.
struct DeletedIdRow: StoredRow {
  static let table = "deleted_id"
  private(set) var key = ""

  init() {}

  init(_ id: Quake.ID) { key = id }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("quake_id", &key)
  }
}

/// The summary of the last refresh.
struct RefreshRow: StoredRow {
  static let table = "refresh"
  private(set) var key = "refresh"
  private var summary = ""

  init() {}

  init(_ refresh: QuakesState.Refresh) {
    summary = String(json: refresh)
  }

  /// The summary; `nil` if another version of the program has written it.
  var refresh: QuakesState.Refresh? {
    try? JSONDecoder().decode(QuakesState.Refresh.self, from: Data(summary.utf8))
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("key", &key)
    try format.pass("summary", &summary)
  }
}

/// A period that the loaded feeds cover.
struct KnownTimeRow: StoredRow, Hashable {
  static let table = "known_time"
  /// The number of the row.
  private(set) var key = ""
  private(set) var since = Date(timeIntervalSinceReferenceDate: 0)
  private(set) var until = Date(timeIntervalSinceReferenceDate: 0)
  /// The time of the deletion of all events; `nil` if they are stored.
  private(set) var deleted: Date?

  init() {}

  init(_ number: Int, _ period: Range<Date>, deleted: Date?) {
    key = "\(number)"
    (since, until, self.deleted) = (period.lowerBound, period.upperBound, deleted)
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("key", &key)
    try format.pass("since", &since)
    try format.pass("until", &until)
    try format.pass("deleted", &deleted)
  }
}

/// The random id from which the ids of Atom feeds are derived.
struct FeedIdRow: StoredRow {
  static let table = "feed_id"
  private(set) var key = "feed"
  private(set) var id = ""

  init() {}

  init(_ id: UUID) { self.id = id.uuidString }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("key", &key)
    try format.pass("id", &id)
  }
}

/// What is published about an event.
struct ReportRow: StoredRow {
  static let table = "report"
  /// The largest number of reports, of up to about 100 kB each.
  static let limit = 1_000

  private(set) var key = ""
  private var fetched = Date(timeIntervalSinceReferenceDate: 0)
  private var content = ""

  init() {}

  init(_ report: EventReport) {
    (key, fetched, content) = (report.quakeId, report.fetched, String(json: report))
  }

  /// - Throws: `DecodingError` if another version of the program has written it.
  var report: EventReport {
    get throws { try JSONDecoder().decode(EventReport.self, from: Data(content.utf8)) }
  }

  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("quake_id", &key)
    try format.pass("fetched", &fetched)
    try format.pass("content", &content)
  }
}

extension String {
  /// Texts, dates and finite numbers can always be encoded.
  fileprivate init(json value: some Encodable) {
    self = (try? JSONEncoder().encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
