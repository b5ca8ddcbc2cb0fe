public import Durable
import Foundation

/// The fields of a quake, one by one, as they are read and written.
///
/// The names of the properties are the format of the log of a shared store. A new
/// field is added here and to `pass(through:)`.
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
  /// Passes the columns of the table through a format.
  mutating func pass<Format: RowFormat>(through format: inout Format) throws(Format.Failure) {
    try format.pass("quake_id", &common.quakeId)
    var magnitude = common.isMagnitudeKnown ? common.magnitude : nil
    try format.pass("magnitude", &magnitude)
    (common.magnitude, common.isMagnitudeKnown) = (magnitude ?? 0, magnitude != nil)
    try format.pass("time", &common.time)
    var updated = common.updated ?? common.time.timeIntervalSinceReferenceDate
    try format.pass("updated_time", &updated)
    common.updated = updated
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
    var otherIds = rare.otherIds.isEmpty ? nil : rare.otherIds
    try format.pass("other_ids", &otherIds)
    rare.otherIds = otherIds ?? []
    try format.pass("url", &rare.url)
    try format.pass("missing_since", &rare.missingSince)
    try format.pass("former_ids", &rare.formerIds)
  }
}

extension Quake.ReviewStatus: ColumnCodable {}
extension Quake.Alert: ColumnCodable {}
