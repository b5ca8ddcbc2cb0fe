import Records

/// A plant in a garden.
struct Plant: Record {
  var name = ""
  var family = ""
  var light = Light.sun
  var height = 1
  var wateringDays = 7

  enum Light: String, CaseIterable, Codable, Sendable {
    case sun, halfShade, shade
  }

  static let fields: Fields<Plant> = [
    .text(\.name, 1...200),
    .text(\.family, 0...100),
    .choice(\.light),
    .whole(\.height, 1...15_000, unit: "cm"),
    .whole(\.wateringDays, 1...90, unit: "days", label: "Water every"),
  ]

  static let samples = [
    Plant(name: "Lady fern", family: "Athyriaceae", light: .shade, height: 90, wateringDays: 3),
    Plant(name: "Lavender", family: "Lamiaceae", height: 60, wateringDays: 14),
    Plant(name: "Lungwort", family: "Boraginaceae", light: .halfShade, height: 30),
  ]
}
