import Foundation

/// The fields of a quake, one by one, as they are read and written.
///
/// The names of the properties are the format of the log of a shared store. A new
/// field is added here and to `pass(through:)`, with a migration of each database.
package struct QuakeFields: Sendable {
  var common = Common()
  var labels = Labels()
  var rare = Rare()

  package init() {}
}

extension QuakeFields {
  /// The fields that most quakes have. Their order leaves no gaps.
  struct Common: Codable, Equatable, Sendable {
    var quakeId = ""
    var name = ""
    var magnitude = 0.0
    var time = Date(timeIntervalSinceReferenceDate: 0)
    /// Seconds since the start of 2001 in UTC; `nil` if the record has no date.
    @Packed var updated: Double?
    var longitude = 0.0
    var latitude = 0.0
    @Packed var depth: Double?
    var significance: Int32 = 0
    var status = Quake.ReviewStatus.automatic
    var alert: Quake.Alert?
    var isTsunamiPossible = false
    var isMagnitudeKnown = true
  }

  /// The words that many quakes have in common.
  struct Labels: Codable, Hashable, Sendable {
    var magnitudeType: String?
    var type = ""
    var network = ""
  }

  /// The fields that most quakes do not have.
  struct Rare: Codable, Equatable, Sendable {
    var felt: Int32?
    @Packed var reportedIntensity: Double?
    @Packed var estimatedIntensity: Double?
    /// All IDs but the preferred one.
    var otherIds: [String] = []
    /// `nil` for none.
    var formerIds: [String]?
    var url: String?
    var missingSince: Date?
  }
}

// MARK: Columns

extension QuakeFields {
  /// Passes the columns of the tables through a format, in the order of statements.
  package mutating func pass<Format: QuakeFormat>(
    through format: inout Format
  ) throws(Format.Failure) {
    try format.pass("quake_id", &common.quakeId)
    var magnitude = common.isMagnitudeKnown ? common.magnitude : nil
    try format.pass("magnitude", &magnitude)
    (common.magnitude, common.isMagnitudeKnown) = (magnitude ?? 0, magnitude != nil)
    try format.pass("time", &common.time)
    common.updated = common.updated ?? common.time.timeIntervalSinceReferenceDate
    try format.pass("updated_time", &common.updated)
    try format.pass("name", &common.name)
    try format.pass("longitude", &common.longitude)
    try format.pass("latitude", &common.latitude)
    try format.pass("depth", &common.depth)
    try format.pass("magnitude_type", &labels.magnitudeType)
    try format.pass("type", &labels.type)
    try format.pass("status", &common.status)
    try format.pass("alert", &common.alert)
    try format.pass("tsunami", &common.isTsunamiPossible)
    try format.pass("felt", &rare.felt)
    try format.pass("reported_intensity", &rare.reportedIntensity)
    try format.pass("estimated_intensity", &rare.estimatedIntensity)
    try format.pass("significance", &common.significance)
    try format.pass("network", &labels.network)
    try format.pass("other_ids", &rare.otherIds)
    try format.pass("url", &rare.url)
    try format.pass("missing_since", &rare.missingSince)
    try format.pass("former_ids", &rare.formerIds)
  }

  /// The names of the columns, in the order of statements.
  package static let columns: [String] = {
    var fields = QuakeFields()
    var names = ColumnNames()
    fields.pass(through: &names)
    return names.all
  }()
}

/// A format of rows: it writes each value that passes, or replaces it by one that
/// it reads. An absent value is null.
package protocol QuakeFormat {
  associatedtype Failure: Error

  mutating func pass(_ column: String, _ value: inout String?) throws(Failure)
  mutating func pass(_ column: String, _ value: inout [String]?) throws(Failure)
  mutating func pass(_ column: String, _ value: inout Double?) throws(Failure)
  mutating func pass(_ column: String, _ value: inout Int32?) throws(Failure)
  mutating func pass(_ column: String, _ value: inout Bool?) throws(Failure)
}

private struct ColumnNames: QuakeFormat {
  typealias Failure = Never
  var all: [String] = []

  mutating func pass<Value>(_ column: String, _ value: inout Value?) {
    all.append(column)
  }
}

// The conversions of fields to values of columns.
extension QuakeFormat {
  fileprivate mutating func pass(_ column: String, _ field: inout String) throws(Failure) {
    var text: String? = field
    try pass(column, &text)
    field = text ?? ""
  }

  fileprivate mutating func pass(_ column: String, _ field: inout [String]) throws(Failure) {
    var texts = field.isEmpty ? nil : field
    try pass(column, &texts)
    field = texts ?? []
  }

  fileprivate mutating func pass(_ column: String, _ field: inout Double) throws(Failure) {
    var number: Double? = field
    try pass(column, &number)
    field = number ?? 0
  }

  fileprivate mutating func pass(_ column: String, _ field: inout Bool) throws(Failure) {
    var flag: Bool? = field
    try pass(column, &flag)
    field = flag ?? false
  }

  fileprivate mutating func pass(_ column: String, _ field: inout Int32) throws(Failure) {
    var integer: Int32? = field
    try pass(column, &integer)
    field = integer ?? 0
  }

  fileprivate mutating func pass(_ column: String, _ field: inout Date) throws(Failure) {
    var date: Date? = field
    try pass(column, &date)
    field = date ?? Date(timeIntervalSinceReferenceDate: 0)
  }

  /// Passes the seconds since the start of 2001 in UTC.
  fileprivate mutating func pass(_ column: String, _ field: inout Date?) throws(Failure) {
    var seconds = field?.timeIntervalSinceReferenceDate
    try pass(column, &seconds)
    field = seconds.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  fileprivate mutating func pass<Word: RawRepresentable<String>>(
    _ column: String, _ field: inout Word
  ) throws(Failure) {
    var word: Word? = field
    try pass(column, &word)
    field = word ?? field
  }

  fileprivate mutating func pass<Word: RawRepresentable<String>>(
    _ column: String, _ field: inout Word?
  ) throws(Failure) {
    var text = field?.rawValue
    try pass(column, &text)
    if text != field?.rawValue { field = text.flatMap(Word.init(rawValue:)) }
  }
}
