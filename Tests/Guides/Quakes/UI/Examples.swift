import Foundation
import ImmutableData
import ImmutableUI

@testable import QuakesData
@testable import QuakesUI

extension Quake {
  /// Returns an event of which only some fields matter.
  static func example(
    _ id: String = "a", _ magnitude: Double = 5, at time: Date = Date(timeIntervalSince1970: 0),
    updated: Date? = nil, name: String = "x", longitude: Double = 0, latitude: Double = 0,
    isMagnitudeKnown: Bool = true, depth: Double? = nil, type: String = "earthquake",
    alert: Alert? = nil, isTsunamiPossible: Bool = false, felt: Int? = nil,
    reported: Double? = nil, computed: Double? = nil, network: String = "", ids: [String] = [],
    missingSince: Date? = nil
  ) -> Quake {
    Quake(
      quakeId: id, magnitude: magnitude, time: time, updated: updated ?? time, name: name,
      longitude: longitude, latitude: latitude, isMagnitudeKnown: isMagnitudeKnown, depth: depth,
      type: type, alert: alert, isTsunamiPossible: isTsunamiPossible, felt: felt,
      reportedIntensity: reported, estimatedIntensity: computed, network: network, ids: ids,
      missingSince: missingSince)
  }
}

extension QuakesState {
  /// Creates the state with quakes that have been loaded.
  init(loaded quakes: [Quake]) {
    self.init()
    self.quakes.insert(quakes)
    self.quakes.status = .success
    ledger.isLoaded = true
  }
}

extension QuakesLocation {
  /// Parses a query.
  init(query: String) throws {
    self.init(parsing: try NamedValues(parsing: Array(query.utf8)))
  }

  /// Parses the address of a page.
  init(address: String) throws {
    let route = try QuakesRoute(parsing: Target(parsing: address))
    guard case .page(let location) = route else { throw NoPage() }
    self = location
  }

  private struct NoPage: Error {}
}
