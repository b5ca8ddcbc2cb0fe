import Foundation

/// A feature of a feed. A value of another type than expected is absent.
struct FeedFeature {
  let id: String?
  private let properties: JSONValue
  private let coordinates: JSONValue
  /// The reason for which an essential part is no JSON.
  private let problem: String?

  init(_ feature: JSONValue) {
    id = feature["id"].text
    properties = feature["properties"]
    let geometry = feature["geometry"]
    coordinates = geometry["coordinates"]
    problem =
      feature.problem ?? properties.problem ?? geometry.problem ?? coordinates.problem
  }

  /// The readable IDs of the event. Properties that are no JSON may hide one.
  var eventIds: [Quake.ID] {
    guard properties.problem == nil else { return [] }
    // An ID consists of the codes of the network and the event.
    let composed = text("net").flatMap { network in text("code").map { network + $0 } }
    return [id, composed].compactMap(\.self).filter(\.isFeedId)
      + (text("ids")?.feedIds(without: nil) ?? [])
  }

  private func text(_ name: String) -> String? { properties[name].text }

  private func number(_ name: String) -> Double? { properties[name].number }
}

extension FeedFeature {
  /// The reason for which a feature is invalid.
  struct Problem: Error {
    let reason: String
  }

  /// Returns the quake that the feature describes. Only its ID, time and
  /// position are essential: any other value that is out of range is absent.
  func quake() throws(Problem) -> Quake {
    if let problem { throw Problem(reason: problem) }
    guard let id, id.isFeedId else { throw Problem(reason: "the id is missing or invalid") }
    let status =
      text("status").flatMap { Quake.ReviewStatus(rawValue: $0.lowercased()) } ?? .automatic
    let updated = Date(feedTime: number("updated"))
    let origin: Origin
    do throws(Problem) {
      origin = try self.origin()
    } catch {
      // The deletion of an event needs its ID only.
      guard status == .deleted else { throw error }
      origin = (updated ?? Date(timeIntervalSince1970: 0), 0, 0)
    }
    // Adding 0 normalises -0.
    let magnitude = number("mag").within(-20...20).map { $0 + 0 }
    return Quake(
      quakeId: id, magnitude: magnitude ?? 0, time: origin.time, updated: updated,
      name: text("place")?.sanitised(limit: 500) ?? "", longitude: origin.longitude,
      latitude: origin.latitude, isMagnitudeKnown: magnitude != nil,
      // From the upper atmosphere to the centre of the Earth.
      depth: coordinates[2].number.within(-1_000...6_400),
      magnitudeType: text("magType")?.sanitised(limit: 20), type: type, status: status,
      alert: text("alert").flatMap { Quake.Alert(rawValue: $0.lowercased()) },
      isTsunamiPossible: number("tsunami") == 1, felt: number("felt").count,
      reportedIntensity: number("cdi").within(-20...20),
      estimatedIntensity: number("mmi").within(-20...20),
      significance: number("sig").count ?? 0, network: text("net")?.sanitised(limit: 30) ?? "",
      ids: text("ids")?.feedIds(without: id) ?? [], url: text("url")?.feedURL(of: id))
  }

  /// The type of the event. Feeds separate words by spaces, older ones by
  /// underscores.
  private var type: String {
    guard let text = text("type"), text != "earthquake" else { return "earthquake" }
    let type = text.sanitised(limit: 50).lowercased().replacing("_", with: " ")
    return type.allSatisfy(\.isWhitespace) ? "earthquake" : type
  }

  /// The time and the position of an event.
  private typealias Origin = (time: Date, longitude: Double, latitude: Double)

  private func origin() throws(Problem) -> Origin {
    guard let time = number("time") else {
      throw Problem(reason: "the time is missing or not a number")
    }
    // The feeds of 2012 have seconds, and no time of an update.
    guard number("updated") != nil || !secondsOfThisCentury.contains(time) else {
      throw Problem(reason: "the time is in seconds, not in milliseconds")
    }
    guard let date = Date(feedTime: time) else { throw Problem(reason: "time: out of range") }
    guard let longitude = coordinates[0].number, let latitude = coordinates[1].number else {
      throw Problem(reason: "the coordinates are missing or not numbers")
    }
    guard (-180...180).contains(longitude) else {
      throw Problem(reason: "longitude: out of range")
    }
    guard (-90...90).contains(latitude) else { throw Problem(reason: "latitude: out of range") }
    return (date, longitude, latitude)
  }
}

/// The times of the years 2000 to 2099 in seconds. In milliseconds, they are
/// days of the first weeks of 1970.
private let secondsOfThisCentury = 946_684_800.0..<4_102_444_800

extension Double? {
  /// Returns the number, or `nil` outside a range.
  func within(_ range: ClosedRange<Double>) -> Double? {
    self.flatMap { range.contains($0) ? $0 : nil }
  }

  /// The number as a count; `nil` if it is negative or absurdly large.
  var count: Int? { within(0...Double(Int32.max)).map { Int($0.rounded()) } }
}

extension Date {
  /// Creates a date from the milliseconds of a feed, without their fraction, so
  /// that a moment before midnight stays before it; `nil` outside the years 1 to
  /// 9999.
  init?(feedTime milliseconds: Double?) {
    guard let milliseconds, (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds)
    else { return nil }
    self.init(timeIntervalSince1970: milliseconds.rounded(.down) / 1_000)
  }
}
