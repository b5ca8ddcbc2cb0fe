import Foundation
import ImmutableUI
import Look
import QuakesData

extension QuakesLocation {
  /// The query items of the address, without default values.
  public var queryItems: [(name: String, value: String)] {
    var items = filterQuery
    if let quakeId { items.append(("quake", quakeId)) }
    if let camera {
      items.append(("view", listed([camera.longitude, camera.latitude, camera.width])))
    }
    if page > 1 { items.append(("page", String(page))) }
    if let dialog { items.append(("alert", dialog.rawValue)) }
    if let notice { items.append(("notice", notice.rawValue)) }
    return items
  }

  /// The query items of the filter, the order and the measures.
  var filterQuery: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if !filter.text.isEmpty { items.append(("q", filter.text)) }
    switch filter.day {
    case .today: break
    case .any: items.append(("date", "any"))
    case .on(let day): items.append(("date", day.text))
    }
    if let from = filter.from { items.append(("from", from.text)) }
    if let to = filter.to { items.append(("to", to.text)) }
    for (name, value) in [
      ("min", filter.magnitude.min), ("max", filter.magnitude.max),
      ("depth-min", filter.depth.min), ("depth-max", filter.depth.max),
    ] {
      if let value { items.append((name, shortNumber(value))) }
    }
    switch filter.type {
    case .only(.earthquake): break
    case .any: items.append(("type", "any"))
    case .other: items.append(("type", "other"))
    case .only(let type): items.append(("type", type.rawValue))
    }
    if let box = filter.box {
      items.append(("box", listed([box.west, box.south, box.east, box.north])))
    }
    if sort != .time { items.append(("sort", sort.rawValue)) }
    if order != .reverse { items.append(("order", "forward")) }
    if measures.unit != .kilometres { items.append(("units", measures.unit.rawValue)) }
    if measures.zone != .utc { items.append(("tz", measures.zone.name)) }
    return items
  }
}

private func listed(_ numbers: [Double]) -> String {
  numbers.map(shortNumber).joined(separator: ",")
}

/// Returns the shortest decimal that parses to the number, without an exponent
/// and without the fraction of a whole number.
func shortNumber(_ number: Double) -> String {
  if let whole = Int(exactly: number) { return String(whole) }
  guard abs(number) < 1e-4 else { return String(number) }
  // For example "-1.25e-05".
  let parts = String(number).split(separator: "e-")
  guard parts.count == 2, let exponent = Int(parts[1]) else { return String(number) }
  return (number < 0 ? "-0." : "0.") + String(repeating: "0", count: exponent - 1)
    + parts[0].filter(\.isNumber)
}
