import Foundation

extension FeedFeature {
  /// The reason for which a feature is invalid.
  struct Problem: Error {
    let reason: String
  }

  /// Returns the quake that the feature describes.
  func quake() throws(Problem) -> Quake {
    guard let id, let quakeId = id.feedId else {
      throw Problem(reason: "the id is missing or invalid")
    }
    guard let time = try date(time, "time") else { throw Problem(reason: "the time is missing") }
    guard let longitude = try number(longitude, "longitude", within: -180...180),
      let latitude = try number(latitude, "latitude", within: -90...90)
    else { throw Problem(reason: "the coordinates are missing") }
    // Adding 0 normalises -0.
    let magnitude = try number(mag, "mag", within: -20...20).map { $0 + 0 }
    return Quake(
      QuakeValues(
        quakeId: quakeId, name: place?.sanitised(limit: 500) ?? "", magnitude: magnitude ?? 0,
        time: time, updated: try date(updated, "updated"), longitude: longitude,
        latitude: latitude, isMagnitudeKnown: magnitude != nil,
        // From the upper atmosphere to the centre of the Earth.
        depth: try number(depth, "depth", within: -1_000...6_400),
        magnitudeType: magType?.sanitised(limit: 20), type: type.feedType,
        status: status.feedStatus,
        alert: alert?.feedAlert, isTsunamiPossible: tsunami == 1,
        felt: try integer(felt, "felt"),
        reportedIntensity: try number(cdi, "cdi", within: -20...20),
        estimatedIntensity: try number(mmi, "mmi", within: -20...20),
        significance: try integer(sig, "sig") ?? 0, network: net?.sanitised(limit: 30) ?? "",
        extras: QuakeExtras(
          otherIds: ids?.feedIds(without: quakeId) ?? [], url: url?.feedURL(of: quakeId),
          missingSince: nil)))
  }

  private func number(
    _ value: Double?, _ name: StaticString, within range: ClosedRange<Double>
  ) throws(Problem) -> Double? {
    guard let value else { return nil }
    guard range.contains(value) else { throw Problem(reason: "\(name): out of range") }
    return value
  }

  private func integer(_ value: Double?, _ name: StaticString) throws(Problem) -> Int? {
    try number(value, name, within: 0...Double(Int32.max)).map { Int($0.rounded()) }
  }

  private func date(_ value: Double?, _ name: StaticString) throws(Problem) -> Date? {
    guard let value else { return nil }
    guard let date = Date(feedTime: value) else {
      throw Problem(reason: "\(name): out of range")
    }
    return date
  }
}

extension Date {
  /// Creates a date from the milliseconds of a feed; `nil` outside the years 1
  /// to 9999.
  init?(feedTime milliseconds: Double?) {
    guard let milliseconds, (-62_135_596_800_000..<253_402_300_800_000).contains(milliseconds)
    else { return nil }
    self.init(timeIntervalSince1970: milliseconds / 1_000)
  }
}
