/// A type of event that networks are known to report. The list is open:
/// others come, and are kept in their own words.
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

  /// The type that a network means by some words; `nil` where it is not
  /// known.
  public init?(words: String) {
    // So it was called before 2014.
    self.init(rawValue: words == "quarry" ? "quarry blast" : words)
  }

  /// One byte for it. 0 stands for all that are not known.
  var code: UInt8 { Self.codes[self] ?? 0 }

  /// The byte for earthquakes: they are the first.
  static let earthquakeCode: UInt8 = 1

  /// The byte for a network's words.
  static func code(words: String) -> UInt8 {
    // Nearly all.
    if words == "earthquake" { return earthquakeCode }
    return EventType(words: words)?.code ?? 0
  }

  private static let codes = [EventType: UInt8](
    uniqueKeysWithValues: zip(allCases, UInt8(1)...))
}
