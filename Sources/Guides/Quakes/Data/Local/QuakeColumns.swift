import Foundation

/// The columns of the quake table and their mapping to a quake.
///
/// Reading and writing depend on this order of columns.
enum QuakeColumns {
  private static let names = [
    "quakeId", "magnitude", "time", "updatedTime", "name", "longitude", "latitude", "depth",
    "magnitudeType", "type", "status", "alert", "tsunami", "felt", "reportedIntensity",
    "estimatedIntensity", "significance", "network", "otherIds", "url", "missingSince",
    "formerIds",
  ]

  static let columns = names.joined(separator: ", ")
  static let placeholders = names.map { _ in "?" }.joined(separator: ", ")

  /// The number of columns, after which a statement may have others.
  static let count = CInt(names.count)

  static func bind(_ quake: Quake, to statement: RawStatement) throws {
    let values = quake.values
    try statement.bind(values.quakeId, at: 1)
    try statement.bind(values.isMagnitudeKnown ? values.magnitude : nil, at: 2)
    try statement.bind(values.time.timeIntervalSinceReferenceDate, at: 3)
    try statement.bind(quake.updated.timeIntervalSinceReferenceDate, at: 4)
    try statement.bind(values.name, at: 5)
    try statement.bind(values.longitude, at: 6)
    try statement.bind(values.latitude, at: 7)
    try statement.bind(quake.depth, at: 8)
    try statement.bind(quake.magnitudeType, at: 9)
    try statement.bind(values.type, at: 10)
    try statement.bind(values.status.rawValue, at: 11)
    try statement.bind(values.alert?.rawValue, at: 12)
    try statement.bind(values.isTsunamiPossible ? 1 : 0, at: 13)
    try statement.bind(quake.felt, at: 14)
    try statement.bind(quake.reportedIntensity, at: 15)
    try statement.bind(quake.estimatedIntensity, at: 16)
    try statement.bind(Int(values.significance), at: 17)
    try statement.bind(values.network, at: 18)
    let extras = values.extras
    let otherIds = extras.otherIds
    try statement.bind(otherIds.isEmpty ? nil : otherIds.joined(separator: ","), at: 19)
    try statement.bind(extras.url, at: 20)
    try statement.bind(extras.missingSince?.timeIntervalSinceReferenceDate, at: 21)
    let formerIds = extras.formerIds
    try statement.bind(formerIds.isEmpty ? nil : formerIds.joined(separator: ","), at: 22)
  }

  static func quake(_ statement: RawStatement) -> Quake {
    let magnitude = statement.double(at: 1)
    return Quake(
      QuakeValues(
        quakeId: statement.text(at: 0) ?? "", name: statement.text(at: 4) ?? "",
        magnitude: magnitude ?? 0,
        time: Date(timeIntervalSinceReferenceDate: statement.double(at: 2) ?? 0),
        updated: Date(timeIntervalSinceReferenceDate: statement.double(at: 3) ?? 0),
        longitude: statement.double(at: 5) ?? 0, latitude: statement.double(at: 6) ?? 0,
        isMagnitudeKnown: magnitude != nil, depth: statement.double(at: 7),
        magnitudeType: statement.text(at: 8), type: statement.text(at: 9) ?? "",
        status: statement.text(at: 10).flatMap(Quake.ReviewStatus.init(rawValue:)) ?? .automatic,
        alert: statement.text(at: 11).flatMap(Quake.Alert.init(rawValue:)),
        isTsunamiPossible: statement.int(at: 12) == 1, felt: statement.int(at: 13),
        reportedIntensity: statement.double(at: 14), estimatedIntensity: statement.double(at: 15),
        significance: statement.int(at: 16) ?? 0, network: statement.text(at: 17) ?? "",
        extras: QuakeExtras(
          otherIds: statement.text(at: 18)?.split(separator: ",").map(String.init) ?? [],
          formerIds: statement.text(at: 21)?.split(separator: ",").map(String.init) ?? [],
          url: statement.text(at: 19),
          missingSince: statement.double(at: 20).map(Date.init(timeIntervalSinceReferenceDate:)))))
  }
}
