import Foundation

/// The fields of a quake, packed because a server may hold a million of them.
/// Absent values are encoded in the value itself, and rarely used fields are
/// in a separate object.
final class QuakeValues: Sendable {
  let quakeId: String
  let name: String
  let magnitude: Double
  let time: Date
  /// Not a number if the record does not say.
  let updated: Date
  let longitude: Double
  let latitude: Double
  /// Not a number if absent, like the intensities.
  let depth: Double
  let reportedIntensity: Double
  let estimatedIntensity: Double
  /// Empty where it is absent.
  let magnitudeType: String
  let type: String
  let network: String
  /// -1 where it is absent.
  let felt: Int32
  let significance: Int32
  let status: Quake.ReviewStatus
  let alert: Quake.Alert?
  let isTsunamiPossible: Bool
  let isMagnitudeKnown: Bool
  let rarities: QuakeRarities?

  init(
    quakeId: String, name: String, magnitude: Double, time: Date, updated: Date?,
    longitude: Double, latitude: Double, isMagnitudeKnown: Bool, depth: Double?,
    magnitudeType: String?, type: String, status: Quake.ReviewStatus, alert: Quake.Alert?,
    isTsunamiPossible: Bool, felt: Int?, reportedIntensity: Double?, estimatedIntensity: Double?,
    significance: Int, network: String, rarities: QuakeRarities?
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
    self.magnitudeType = magnitudeType ?? ""
    self.type = type
    self.status = status
    self.alert = alert
    self.isTsunamiPossible = isTsunamiPossible
    self.felt = felt.map { Int32(clamping: max($0, 0)) } ?? -1
    self.reportedIntensity = reportedIntensity ?? .nan
    self.estimatedIntensity = estimatedIntensity ?? .nan
    self.significance = Int32(clamping: significance)
    self.network = network
    self.rarities = rarities
  }

  /// True if the record says when it was last changed.
  var isUpdateKnown: Bool { !updated.timeIntervalSinceReferenceDate.isNaN }

  /// The same fields with another date of the last change and other rarities.
  func with(updated: Date?, _ rarities: QuakeRarities?) -> QuakeValues {
    func present(_ value: Double) -> Double? { value.isNaN ? nil : value }
    return QuakeValues(
      quakeId: quakeId, name: name, magnitude: magnitude, time: time, updated: updated,
      longitude: longitude, latitude: latitude, isMagnitudeKnown: isMagnitudeKnown,
      depth: present(depth), magnitudeType: magnitudeType, type: type, status: status,
      alert: alert, isTsunamiPossible: isTsunamiPossible, felt: felt < 0 ? nil : Int(felt),
      reportedIntensity: present(reportedIntensity),
      estimatedIntensity: present(estimatedIntensity), significance: Int(significance),
      network: network, rarities: rarities)
  }

  /// The same fields with other rarities.
  func with(_ rarities: QuakeRarities?) -> QuakeValues {
    with(updated: isUpdateKnown ? updated : nil, rarities)
  }

  /// Compares all fields but `updated`, which `Quake` compares as it reads it.
  func isEqual(to other: QuakeValues) -> Bool {
    quakeId == other.quakeId && name == other.name && magnitude == other.magnitude
      && time == other.time && longitude == other.longitude
      && latitude == other.latitude && isSame(depth, other.depth)
      && magnitudeType == other.magnitudeType && type == other.type && network == other.network
      && felt == other.felt && significance == other.significance
      && isSame(reportedIntensity, other.reportedIntensity)
      && isSame(estimatedIntensity, other.estimatedIntensity) && status == other.status
      && alert == other.alert && isTsunamiPossible == other.isTsunamiPossible
      && isMagnitudeKnown == other.isMagnitudeKnown && rarities == other.rarities
  }

  private func isSame(_ left: Double, _ right: Double) -> Bool {
    left == right || (left.isNaN && right.isNaN)
  }
}

/// What few quakes have.
final class QuakeRarities: Hashable, Sendable {
  let otherIds: [String]
  let url: String?
  let missingSince: Date?

  /// `nil` where there is nothing to hold.
  init?(otherIds: [String], url: String?, missingSince: Date?) {
    if otherIds.isEmpty, url == nil, missingSince == nil { return nil }
    self.otherIds = otherIds
    self.url = url
    self.missingSince = missingSince
  }

  static func == (left: QuakeRarities, right: QuakeRarities) -> Bool {
    left.otherIds == right.otherIds && left.url == right.url
      && left.missingSince == right.missingSince
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(otherIds)
  }
}
