public import Foundation

/// An event of the feed: an earthquake or another seismic event.
///
/// The value is one reference: states, indexes and lists share its storage.
public struct Quake: Hashable, Sendable, Identifiable {
  let values: QuakeValues

  package init(_ fields: consuming QuakeFields) {
    values = QuakeValues(fields)
  }

  /// The fields, one by one.
  package var fields: QuakeFields { values.fields }

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
  /// Creates an event.
  ///
  /// - Parameters:
  ///   - quakeId: the ID that its network currently prefers.
  ///   - magnitude: the magnitude; 0 if it is unknown.
  ///   - time: the time of the event.
  ///   - updated: the time of the last change of its record; `nil` if the record
  ///     has none.
  ///   - name: the description of the place.
  ///   - longitude: degrees, positive in the east.
  ///   - latitude: degrees, positive in the north.
  ///   - isMagnitudeKnown: true if the network has published a magnitude.
  ///   - depth: kilometres, negative above sea level.
  ///   - magnitudeType: the method of the magnitude, such as `mww`.
  ///   - type: the network's name for the type of event.
  ///   - status: the review status of the record.
  ///   - alert: the PAGER estimate of losses.
  ///   - isTsunamiPossible: true if the event has a link to tsunami.gov; not a
  ///     warning.
  ///   - felt: the number of reports from people who felt it.
  ///   - reportedIntensity: the maximum intensity that people reported, 0 to
  ///     12.
  ///   - estimatedIntensity: the maximum intensity of the shake map, 0 to 12.
  ///   - significance: a score from 0 to about 3,000.
  ///   - network: the contributor of the preferred record.
  ///   - ids: all IDs of the event, with or without the preferred one.
  ///   - formerIds: IDs of earlier records that no other event has.
  ///   - url: the event page; `nil` for the default address of its ID.
  ///   - missingSince: the time since which the event has been missing from
  ///     feeds that cover it.
  public init(
    quakeId: String, magnitude: Double, time: Date, updated: Date?, name: String,
    longitude: Double, latitude: Double, isMagnitudeKnown: Bool = true, depth: Double? = nil,
    magnitudeType: String? = nil, type: String = "earthquake", status: ReviewStatus = .automatic,
    alert: Alert? = nil, isTsunamiPossible: Bool = false, felt: Int? = nil,
    reportedIntensity: Double? = nil, estimatedIntensity: Double? = nil, significance: Int = 0,
    network: String = "", ids: [String] = [], formerIds: [String] = [], url: String? = nil,
    missingSince: Date? = nil
  ) {
    var fields = QuakeFields()
    fields.common = .init(
      quakeId: quakeId, name: name, magnitude: magnitude, time: time,
      updated: updated?.timeIntervalSinceReferenceDate,
      longitude: longitude, latitude: latitude, depth: depth,
      significance: Int32(clamping: significance), status: status, alert: alert,
      isTsunamiPossible: isTsunamiPossible, isMagnitudeKnown: isMagnitudeKnown)
    fields.labels = .init(magnitudeType: magnitudeType, type: type, network: network)
    fields.rare = .init(
      felt: felt.map { Int32(clamping: max($0, 0)) }, reportedIntensity: reportedIntensity,
      estimatedIntensity: estimatedIntensity, otherIds: ids, formerIds: formerIds, url: url,
      missingSince: missingSince)
    self.init(fields)
  }

  /// The preferred ID.
  public var id: String { quakeId }
  /// The ID that its network currently prefers. It can change.
  public var quakeId: String { values.common.quakeId }
  /// The magnitude; 0 if it is unknown.
  public var magnitude: Double { values.common.magnitude }
  /// True if the network has published a magnitude.
  public var isMagnitudeKnown: Bool { values.common.isMagnitudeKnown }
  /// The time of the event.
  public var time: Date { values.common.time }
  /// The time of the last change of its record; the time of the event if the
  /// record has none.
  public var updated: Date {
    values.common.updated.map(Date.init(timeIntervalSinceReferenceDate:)) ?? time
  }
  /// The description of the place; empty if there is none.
  public var name: String { values.common.name }
  /// The longitude in degrees, positive in the east.
  public var longitude: Double { values.common.longitude }
  /// The latitude in degrees, positive in the north.
  public var latitude: Double { values.common.latitude }
  /// The depth in kilometres below sea level.
  public var depth: Double? { values.common.depth }
  /// The method of the magnitude, such as `mww`.
  public var magnitudeType: String? { values.labels.magnitudeType }
  /// The network's name for the type of event.
  public var type: String { values.labels.type }
  /// The review status of the record.
  public var status: ReviewStatus { values.common.status }
  /// The PAGER estimate of losses.
  public var alert: Alert? { values.common.alert }
  /// True if the event has a link to tsunami.gov. This is not a warning.
  public var isTsunamiPossible: Bool { values.common.isTsunamiPossible }
  /// The number of reports from people who felt it; `nil` is not 0.
  public var felt: Int? { values.rare?.fields.felt.map { Int($0) } }
  /// The maximum intensity that people reported, 0 to 12.
  public var reportedIntensity: Double? { values.rare?.fields.reportedIntensity }
  /// The maximum intensity of the shake map, 0 to 12.
  public var estimatedIntensity: Double? { values.rare?.fields.estimatedIntensity }
  /// A score of the event's significance, 0 to about 3,000.
  public var significance: Int { Int(values.common.significance) }
  /// The contributor of the preferred record.
  public var network: String { values.labels.network }
  /// The IDs of the event in its newest record, the preferred one first.
  public var ids: [String] { [quakeId] + otherIds }
  /// The IDs in the newest record except the preferred one.
  public var otherIds: [String] { values.rare?.fields.otherIds ?? [] }
  /// The IDs of earlier records that the newest one no longer lists. They lead
  /// to the event until another one has them.
  public var formerIds: [String] { values.rare?.fields.formerIds ?? [] }
  /// The event page; `nil` if it is the default address of the ID.
  public var ownURL: String? { values.rare?.fields.url }
  /// The address of the event page.
  public var url: String {
    ownURL ?? "https://earthquake.usgs.gov/earthquakes/eventpage/" + quakeId
  }
  /// The time since which the event has been missing from feeds that cover it.
  public var missingSince: Date? { values.rare?.fields.missingSince }
}

extension Quake {
  /// The review status of a record.
  public enum ReviewStatus: String, CaseIterable, Codable, Hashable, Sendable {
    case automatic, reviewed, deleted
  }

  /// An estimate of losses by PAGER.
  public enum Alert: String, CaseIterable, Codable, Hashable, Sendable {
    case green, yellow, orange, red
  }
}

extension Quake {
  /// The maximum number of IDs in a record. Networks use up to ten.
  static let maximumIds = 64

  /// Returns the event with other IDs besides the preferred one. Of the former
  /// IDs, the oldest are dropped beyond `maximumIds`.
  func with(otherIds: [Quake.ID], formerIds: [Quake.ID]? = nil) -> Quake {
    let formerIds = (formerIds ?? self.formerIds).suffix(Self.maximumIds)
    guard otherIds != self.otherIds || !formerIds.elementsEqual(self.formerIds) else { return self }
    return with {
      $0.rare.otherIds = otherIds
      $0.rare.formerIds = Array(formerIds)
    }
  }

  /// Returns the event as missing from the feed since a date; `nil` marks it as
  /// present.
  func missing(since date: Date?) -> Quake {
    missingSince == date ? self : with { $0.rare.missingSince = date }
  }

  /// True if the record contains the date of its last change.
  var isUpdateKnown: Bool { values.common.updated != nil }

  /// Returns the event with a date of its last change, unless its record has
  /// one.
  func dated(_ date: Date) -> Quake {
    isUpdateKnown ? self : with { $0.common.updated = date.timeIntervalSinceReferenceDate }
  }

  /// Returns the event with a change of its fields.
  func with(_ change: (inout QuakeFields) -> Void) -> Quake {
    var fields = fields
    change(&fields)
    return Quake(fields)
  }
}
