import Foundation

extension FeedFeature {
  /// The reason for which a feature is invalid.
  struct Problem: Error {
    let reason: String
  }

  /// Returns the quake that the feature describes. Only its ID, time and
  /// position are essential: any other value that is out of range is absent.
  func quake() throws(Problem) -> Quake {
    guard let id, let quakeId = id.feedId else {
      throw Problem(reason: "the id is missing or invalid")
    }
    let status = status.feedStatus
    let updated = Date(feedTime: updated)
    let origin: Origin
    do throws(Problem) {
      origin = try self.origin()
    } catch {
      // The deletion of an event needs its ID only.
      guard status == .deleted else { throw error }
      origin = Origin(
        time: updated ?? Date(timeIntervalSince1970: 0), longitude: 0, latitude: 0)
    }
    // Adding 0 normalises -0.
    let magnitude = mag.within(-20...20).map { $0 + 0 }
    return Quake(
      quakeId: quakeId, magnitude: magnitude ?? 0, time: origin.time, updated: updated,
      name: place?.sanitised(limit: 500) ?? "", longitude: origin.longitude,
      latitude: origin.latitude, isMagnitudeKnown: magnitude != nil,
      // From the upper atmosphere to the centre of the Earth.
      depth: depth.within(-1_000...6_400),
      magnitudeType: magType?.sanitised(limit: 20), type: type.feedType, status: status,
      alert: alert?.feedAlert, isTsunamiPossible: tsunami == 1, felt: felt.count,
      reportedIntensity: cdi.within(-20...20), estimatedIntensity: mmi.within(-20...20),
      significance: sig.count ?? 0, network: net?.sanitised(limit: 30) ?? "",
      ids: ids?.feedIds(without: quakeId) ?? [], url: url?.feedURL(of: quakeId))
  }

  /// The time and the position of an event.
  private struct Origin {
    let time: Date
    let longitude: Double
    let latitude: Double
  }

  private func origin() throws(Problem) -> Origin {
    guard let time else { throw Problem(reason: "the time is missing or not a number") }
    // The feeds of 2012 have seconds, and no time of an update.
    guard updated != nil || !secondsOfThisCentury.contains(time) else {
      throw Problem(reason: "the time is in seconds, not in milliseconds")
    }
    guard let date = Date(feedTime: time) else { throw Problem(reason: "time: out of range") }
    guard let longitude, let latitude else {
      throw Problem(reason: "the coordinates are missing or not numbers")
    }
    guard (-180...180).contains(longitude) else {
      throw Problem(reason: "longitude: out of range")
    }
    guard (-90...90).contains(latitude) else { throw Problem(reason: "latitude: out of range") }
    return Origin(time: date, longitude: longitude, latitude: latitude)
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
