import Foundation

/// The fields of a quake, packed because a server may hold a million of them.
/// Absent values are encoded in the value itself, rarely used fields are in a
/// separate object, and quakes share the words that repeat.
final class QuakeValues: Sendable {
  let quakeId: String
  let name: String
  let magnitude: Double
  let time: Date
  /// Not a number if the record has no date.
  let updated: Date
  let longitude: Double
  let latitude: Double
  /// Not a number if absent.
  let depth: Double
  private let labels: QuakeLabels
  let significance: Int32
  let status: Quake.ReviewStatus
  let alert: Quake.Alert?
  let isTsunamiPossible: Bool
  let isMagnitudeKnown: Bool
  private let rare: RareQuakeValues?

  init(
    quakeId: String, name: String, magnitude: Double, time: Date, updated: Date?,
    longitude: Double, latitude: Double, isMagnitudeKnown: Bool, depth: Double?,
    magnitudeType: String?, type: String, status: Quake.ReviewStatus, alert: Quake.Alert?,
    isTsunamiPossible: Bool, felt: Int?, reportedIntensity: Double?, estimatedIntensity: Double?,
    significance: Int, network: String, extras: QuakeExtras
  ) {
    self.quakeId = quakeId
    self.name = name
    self.magnitude = magnitude
    self.time = time
    self.updated = updated ?? Date(timeIntervalSinceReferenceDate: .nan)
    self.longitude = longitude
    self.latitude = latitude
    self.isMagnitudeKnown = isMagnitudeKnown
    self.depth = depth ?? .nan
    labels = QuakeLabels.shared(
      QuakeLabels.Words(magnitudeType: magnitudeType ?? "", type: type, network: network))
    self.status = status
    self.alert = alert
    self.isTsunamiPossible = isTsunamiPossible
    self.significance = Int32(clamping: significance)
    rare = RareQuakeValues(
      felt: felt, reportedIntensity: reportedIntensity, estimatedIntensity: estimatedIntensity,
      extras: extras)
  }

  /// -1 if absent.
  var felt: Int32 { rare?.felt ?? -1 }
  /// Not a number if absent.
  var reportedIntensity: Double { rare?.reportedIntensity ?? .nan }
  /// Not a number if absent.
  var estimatedIntensity: Double { rare?.estimatedIntensity ?? .nan }
  var extras: QuakeExtras { rare?.extras ?? QuakeExtras() }
  /// Empty if absent.
  var magnitudeType: String { labels.words.magnitudeType }
  var type: String { labels.words.type }
  var network: String { labels.words.network }

  /// True if the record contains the date of its last change.
  var isUpdateKnown: Bool { !updated.timeIntervalSinceReferenceDate.isNaN }

  /// Returns the same fields with another date of the last change and other
  /// extras.
  func with(updated: Date?, _ extras: QuakeExtras) -> QuakeValues {
    func present(_ value: Double) -> Double? { value.isNaN ? nil : value }
    return QuakeValues(
      quakeId: quakeId, name: name, magnitude: magnitude, time: time, updated: updated,
      longitude: longitude, latitude: latitude, isMagnitudeKnown: isMagnitudeKnown,
      depth: present(depth), magnitudeType: magnitudeType, type: type, status: status,
      alert: alert, isTsunamiPossible: isTsunamiPossible, felt: felt < 0 ? nil : Int(felt),
      reportedIntensity: present(reportedIntensity),
      estimatedIntensity: present(estimatedIntensity), significance: Int(significance),
      network: network, extras: extras)
  }

  /// Returns the same fields with other extras.
  func with(_ extras: QuakeExtras) -> QuakeValues {
    with(updated: isUpdateKnown ? updated : nil, extras)
  }

  /// Compares all fields except `updated`, which `Quake` compares with its
  /// default.
  func isEqual(to other: QuakeValues) -> Bool {
    quakeId == other.quakeId && name == other.name && magnitude == other.magnitude
      && time == other.time && longitude == other.longitude
      && latitude == other.latitude && isSame(depth, other.depth)
      && (labels === other.labels || labels.words == other.labels.words)
      && felt == other.felt && significance == other.significance
      && isSame(reportedIntensity, other.reportedIntensity)
      && isSame(estimatedIntensity, other.estimatedIntensity) && status == other.status
      && alert == other.alert && isTsunamiPossible == other.isTsunamiPossible
      && isMagnitudeKnown == other.isMagnitudeKnown && extras == other.extras
  }

  private func isSame(_ left: Double, _ right: Double) -> Bool {
    left == right || (left.isNaN && right.isNaN)
  }
}

/// The fields that most quakes do not have, in one object.
final class RareQuakeValues: Sendable {
  let felt: Int32
  let reportedIntensity: Double
  let estimatedIntensity: Double
  let extras: QuakeExtras

  /// Returns `nil` if all are absent.
  init?(
    felt: Int?, reportedIntensity: Double?, estimatedIntensity: Double?, extras: QuakeExtras
  ) {
    if felt == nil, reportedIntensity == nil, estimatedIntensity == nil, extras == QuakeExtras() {
      return nil
    }
    self.felt = felt.map { Int32(clamping: max($0, 0)) } ?? -1
    self.reportedIntensity = reportedIntensity ?? .nan
    self.estimatedIntensity = estimatedIntensity ?? .nan
    self.extras = extras
  }
}

/// The bookkeeping of a quake.
struct QuakeExtras: Hashable, Sendable {
  var otherIds: [String] = []
  var formerIds: [String] = []
  var url: String?
  var missingSince: Date?
}
