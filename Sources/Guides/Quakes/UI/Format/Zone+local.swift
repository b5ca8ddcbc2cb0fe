import Geography
import Look
import QuakesData

extension Quake {
  /// The time at the epicentre as a phrase. The zone follows from the coordinates: the feed has
  /// none since July 2020, and none with daylight saving time before.
  var localTime: String {
    let (zone, isCertain) = Zone.local(longitude: longitude, latitude: latitude)
    let moment = Moment(time, in: zone)
    return "\(moment.day), \(isCertain ? "" : "about ")\(moment.timeOfDay) at the epicentre"
  }
}

extension Zone {
  /// Returns the zone at a place, and whether it is that of the place itself.
  static func local(longitude: Double, latitude: Double) -> (zone: Zone, isCertain: Bool) {
    switch LocalZone(longitude: longitude, latitude: latitude) {
    case .place(let name): if let zone = Zone(name) { return (zone, true) }
    case .nearest(let name): if let zone = Zone(name) { return (zone, false) }
    case .sea: break
    }
    // At the open sea, and for a zone that this system does not know.
    let hours = Int((longitude / 15).rounded())
    return (Zone(minutesEast: hours * 60) ?? .utc, false)
  }
}
