public import Foundation

/// One event of the feed: an earthquake, or something else that shook the
/// ground.
///
/// A value that costs one reference: states, indexes and lists share what it
/// holds.
public struct Quake: Hashable, Sendable, Identifiable {
  let values: QuakeValues

  init(_ values: QuakeValues) {
    self.values = values
  }

  public static func == (left: Quake, right: Quake) -> Bool {
    left.values === right.values
      || (left.updated == right.updated && left.values.isEqual(to: right.values))
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(quakeId)
    hasher.combine(updated)
  }
}

extension Quake {
  /// An event with what is known of it.
  ///
  /// - Parameters:
  ///   - quakeId: the id that its network prefers now.
  ///   - magnitude: 0 where it is not known.
  ///   - time: when it happened.
  ///   - updated: when its record was last changed.
  ///   - name: where it happened, in words.
  ///   - longitude: degrees, positive in the east.
  ///   - latitude: degrees, positive in the north.
  ///   - isMagnitudeKnown: whether the network has told a magnitude.
  ///   - depth: kilometres, negative above sea level.
  ///   - magnitudeType: how the magnitude was found, as `mww`.
  ///   - type: what it was, in the network's words.
  ///   - status: how far its record has been looked at.
  ///   - alert: the estimate of losses.
  ///   - isTsunamiPossible: whether there is a link to tsunami.gov; no warning.
  ///   - felt: how many people reported it.
  ///   - reportedIntensity: the largest one that people reported, 0 to 12.
  ///   - estimatedIntensity: the largest one of the shake map, 0 to 12.
  ///   - significance: 0 to some 3,000.
  ///   - network: who contributed the preferred record.
  ///   - ids: all ids of the event, the preferred one included or not.
  ///   - url: its page; `nil` for the one that follows from its id.
  ///   - missingSince: since when the feed has not told of it though it
  ///     should.
  public init(
    quakeId: String, magnitude: Double, time: Date, updated: Date, name: String,
    longitude: Double, latitude: Double, isMagnitudeKnown: Bool = true, depth: Double? = nil,
    magnitudeType: String? = nil, type: String = "earthquake", status: ReviewStatus = .automatic,
    alert: Alert? = nil, isTsunamiPossible: Bool = false, felt: Int? = nil,
    reportedIntensity: Double? = nil, estimatedIntensity: Double? = nil, significance: Int = 0,
    network: String = "", ids: [String] = [], url: String? = nil, missingSince: Date? = nil
  ) {
    self.init(
      QuakeValues(
        quakeId: quakeId, name: name, magnitude: magnitude, time: time, updated: updated,
        longitude: longitude, latitude: latitude, isMagnitudeKnown: isMagnitudeKnown,
        depth: depth, magnitudeType: magnitudeType, type: type, status: status, alert: alert,
        isTsunamiPossible: isTsunamiPossible, felt: felt, reportedIntensity: reportedIntensity,
        estimatedIntensity: estimatedIntensity, significance: significance, network: network,
        rarities: QuakeRarities(
          otherIds: ids.filter { $0 != quakeId }, url: url, missingSince: missingSince)))
  }
}

extension Quake {
  /// The preferred id.
  public var id: String { quakeId }
  /// The id that its network prefers now. It can change.
  public var quakeId: String { values.quakeId }
  /// The magnitude; 0 where it is not known.
  public var magnitude: Double { values.magnitude }
  /// Whether the network has told a magnitude.
  public var isMagnitudeKnown: Bool { values.isMagnitudeKnown }
  /// When it happened.
  public var time: Date { values.time }
  /// The time of its record's last change; the time of the event if the record
  /// does not say.
  public var updated: Date { values.isUpdateKnown ? values.updated : values.time }
  /// Where it happened, in words; empty where nobody said.
  public var name: String { values.name }
  /// Degrees, positive in the east.
  public var longitude: Double { values.longitude }
  /// Degrees, positive in the north.
  public var latitude: Double { values.latitude }
  /// Kilometres below sea level.
  public var depth: Double? { values.depth.isNaN ? nil : values.depth }
  /// How the magnitude was found.
  public var magnitudeType: String? {
    values.magnitudeType.isEmpty ? nil : values.magnitudeType
  }
  /// What it was, in the network's words.
  public var type: String { values.type }
  /// How far its record has been looked at.
  public var status: ReviewStatus { values.status }
  /// The estimate of losses.
  public var alert: Alert? { values.alert }
  /// Whether there is a link to tsunami.gov. This is no warning.
  public var isTsunamiPossible: Bool { values.isTsunamiPossible }
  /// How many people reported it; `nil` is not 0.
  public var felt: Int? { values.felt < 0 ? nil : Int(values.felt) }
  /// The largest intensity that people reported, 0 to 12.
  public var reportedIntensity: Double? {
    values.reportedIntensity.isNaN ? nil : values.reportedIntensity
  }
  /// The largest intensity of the shake map, 0 to 12.
  public var estimatedIntensity: Double? {
    values.estimatedIntensity.isNaN ? nil : values.estimatedIntensity
  }
  /// How much it matters, 0 to some 3,000.
  public var significance: Int { Int(values.significance) }
  /// Who contributed the preferred record.
  public var network: String { values.network }
  /// All ids of the event that are known, the preferred one first.
  public var ids: [String] { [quakeId] + otherIds }
  /// All ids but the preferred one.
  public var otherIds: [String] { values.rarities?.otherIds ?? [] }
  /// Its page at the network's, where that does not follow from its id.
  public var ownURL: String? { values.rarities?.url }
  /// Its page at the network's.
  public var url: String {
    ownURL ?? "https://earthquake.usgs.gov/earthquakes/eventpage/" + quakeId
  }
  /// Since when the feed has not told of it though it should.
  public var missingSince: Date? { values.rarities?.missingSince }
}

extension Quake {
  /// How far a record has been looked at.
  public enum ReviewStatus: String, CaseIterable, Codable, Hashable, Sendable {
    case automatic, reviewed, deleted
  }

  /// The estimate of losses, by PAGER.
  public enum Alert: String, CaseIterable, Codable, Hashable, Sendable {
    case green, yellow, orange, red
  }
}

extension Quake {
  /// The largest number of ids of one event. The network knows an event by
  /// up to ten.
  static let maximumIds = 64

  /// Returns the event with more ids. O(number of ids).
  func adding(ids: some Sequence<String>) -> Quake {
    var known = Set(self.ids)
    let new = ids.filter { known.insert($0).inserted }
    return new.isEmpty ? self : with(otherIds: otherIds + new)
  }

  /// Returns the event with other ids besides the preferred one.
  func with(otherIds: [Quake.ID]) -> Quake {
    Quake(
      values.with(
        QuakeRarities(otherIds: otherIds, url: ownURL, missingSince: missingSince)))
  }

  /// Returns the event as missing from the feed since a date; `nil` if it is
  /// not missing.
  func missing(since date: Date?) -> Quake {
    guard missingSince != date else { return self }
    return Quake(
      values.with(QuakeRarities(otherIds: otherIds, url: ownURL, missingSince: date)))
  }

  /// Returns the event with a date of its last change, if its record does not
  /// have one.
  func dated(_ date: Date) -> Quake {
    values.isUpdateKnown ? self : Quake(values.with(updated: date, values.rarities))
  }
}
