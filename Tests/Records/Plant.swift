import HashTreeCollections
import ImmutableData
import Records

/// The record type of the tests, with a field of each kind.
struct Plant: Record {
  var name = ""
  var family = ""
  var light = Light.sun
  var height = 1
  var acidity = 7.0
  var soil = Soil.loam
  var wateringDays = 3

  enum Light: String, CaseIterable, Codable, Sendable {
    case sun = "Sun"
    case halfShade
    case shade = "Shade"
  }

  /// Too many cases for radio buttons.
  enum Soil: String, CaseIterable, Codable, Sendable {
    case chalk, clay, gravel, loam, marl, peat, sand, silt
  }

  static let fields: Fields<Plant> = [
    .text(\.name, 1...20), .text(\.family, 0...30), .choice(\.light),
    .whole(\.height, 1...15_000, unit: "cm"), .decimal(\.acidity, 0...14, label: "pH"),
    .choice(\.soil), .whole(\.wateringDays, -5...30),
  ]

  static let samples = [fern, rose]
  static let fern = Plant(name: "Fern", light: .shade)
  static let rose = Plant(name: "Rose", family: "Rosaceae", height: 120)
}

typealias PlantsState = RecordsState<Plant>
typealias PlantsAction = RecordsAction<Plant>
typealias PlantsStore = Store<PlantsState, PlantsAction>
typealias PlantsLocation = RecordsLocation<Plant>
typealias PlantsRoute = RecordsRoute<Plant>
typealias PlantForm = RecordForm<Plant>

extension RecordsState where Entity == Plant {
  /// A fern "F" and a rose "R", with operations of all kinds.
  static let loaded = RecordsState(
    records: ["F": .fern, "R": .rose], status: .success,
    queue: ["W": .waiting, "S": .success, "E": .failure(error: "no luck")])

  /// Returns the state changed by a closure.
  func with(_ change: (inout Self) -> Void) -> Self {
    var state = self
    change(&state)
    return state
  }
}

extension Store where State == PlantsState, Action == PlantsAction {
  convenience init(_ state: PlantsState = .init()) {
    self.init(initialState: state, historyCapacity: 1000, reducer: RecordsReducer.reduce)
  }
}
