/// A known type of event. Networks may report other types, which are stored
/// under their own names.
///
/// https://earthquake.usgs.gov/data/comcat/#eventtype
public enum EventType: String, CaseIterable, Hashable, Sendable {
  case earthquake
  case accidentalExplosion = "accidental explosion"
  case acousticNoise = "acoustic noise"
  case buildingCollapse = "building collapse"
  case chemicalExplosion = "chemical explosion"
  case collapse
  case debrisAvalanche = "debris avalanche"
  case experimentalExplosion = "experimental explosion"
  case explosion
  case iceQuake = "ice quake"
  case landslide
  case meteorite
  case mineCollapse = "mine collapse"
  case miningExplosion = "mining explosion"
  case nuclearExplosion = "nuclear explosion"
  case otherEvent = "other event"
  case quarryBlast = "quarry blast"
  case rockBurst = "rock burst"
  case rockslide
  case snowAvalanche = "snow avalanche"
  case sonicBoom = "sonic boom"
  case volcanicEruption = "volcanic eruption"

  /// Creates the type with a network's name; `nil` if it is not known.
  public init?(name: String) {
    // The name before 2014.
    self.init(rawValue: name == "quarry" ? "quarry blast" : name)
  }

  /// A one-byte code. 0 stands for all unknown types.
  var code: UInt8 { Self.codes[self] ?? 0 }

  /// The code of earthquakes, which are the first case.
  static let earthquakeCode: UInt8 = 1

  /// Returns the code of a network's name.
  static func code(name: String) -> UInt8 {
    // The fast path for nearly all events.
    if name == "earthquake" { return earthquakeCode }
    return EventType(name: name)?.code ?? 0
  }

  private static let codes = [EventType: UInt8](
    uniqueKeysWithValues: zip(allCases, UInt8(1)...))
}
