import Foundation
import ImmutableUI
import Look
import QuakesData

extension QuakesLocation {
  /// The query items of the address, without default values.
  public var queryItems: [(name: String, value: String)] {
    filterQuery + selectionQuery + remainingQuery
  }

  /// The query item of the selected quake. The path of an event's page has its ID.
  var selectionQuery: [(name: String, value: String)] {
    guard let quakeId, !isEvent else { return [] }
    return [("quake", quakeId)]
  }

  /// The query items after the selected quake.
  var remainingQuery: [(name: String, value: String)] {
    var items = mapQuery
    if page > 1 { items.append(("page", String(page))) }
    if show != .list { items.append(("show", show.rawValue)) }
    if let dialog { items.append(("alert", dialog.rawValue)) }
    if let notice { items.append(("notice", notice.rawValue)) }
    switch undo {
    case .quake(let quakeId): items.append(("undo", quakeId))
    case .deletion(let date): items.append(("undo", date.deletion))
    case .all, nil: break
    }
    return items
  }

  /// The query items of the map.
  private var mapQuery: [(name: String, value: String)] {
    var items = viewQuery
    if colouring != .age { items.append(("colour", colouring.rawValue)) }
    if !showsPlates { items.append(("plates", "off")) }
    return items
  }

  /// The query items of the camera.
  private var viewQuery: [(name: String, value: String)] {
    guard let camera else { return [] }
    let height = camera.hasOwnHeight ? [camera.height] : []
    return [("view", listed([camera.longitude, camera.latitude, camera.width] + height))]
  }

  /// The query items of an export: what the list contains, on all its pages.
  var exportQuery: [(name: String, value: String)] {
    filterQuery + (isListedByView ? viewQuery : [])
  }

  /// The query items of the filter, the order and the measures.
  var filterQuery: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if !filter.text.isEmpty { items.append(("q", filter.text)) }
    // The default needs no items; its time alone needs one.
    let isUsual = filter.hasUsualTime && filter.magnitude == QuakesLocation.Filter.usualMagnitude
    switch filter.day {
    case .past(.day) where isUsual || !filter.hasUsualTime || !filter.magnitude.isUnbounded: break
    case .past(let period): items.append(("past", period.rawValue))
    case .today: items.append(("date", "today"))
    case .yesterday: items.append(("date", "yesterday"))
    case .any: items.append(("date", "any"))
    case .on(let day): items.append(("date", day.text))
    }
    if let from = filter.from { items.append(("from", from.text)) }
    if let to = filter.to { items.append(("to", to.text)) }
    for (name, value) in [
      ("min", isUsual ? nil : filter.magnitude.min), ("max", filter.magnitude.max),
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
    if let near = filter.near {
      items.append(("near", near.text))
      if !near.isRegion, near.radius != Vicinity.usualRadius {
        items.append(("km", shortNumber(near.radius)))
      }
    }
    let impact = filter.impact
    if let felt = impact.felt { items.append(("felt", String(felt))) }
    if let intensity = impact.intensity { items.append(("intensity", shortNumber(intensity))) }
    if let warning = impact.warning { items.append(("warning", warning.rawValue)) }
    if let least = impact.significance { items.append(("significance", String(least))) }
    if let box = filter.box {
      items.append(("box", box.text))
    }
    if sort != .time { items.append(("sort", sort.rawValue)) }
    if order != .reverse { items.append(("order", "forward")) }
    if measures.unit != .kilometres { items.append(("units", measures.unit.rawValue)) }
    if measures.zone != .utc { items.append(("tz", measures.zone.name)) }
    return items
  }
}

extension QuakesQuery.Box {
  /// The box as in an address.
  var text: String { listed([west, south, east, north]) }
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
