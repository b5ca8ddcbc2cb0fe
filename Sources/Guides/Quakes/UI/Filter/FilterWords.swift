import Foundation
import Geography
import ImmutableUI
import Look
import QuakesData

// The words for a filter: in the head of the page, in titles, and on the links that remove a
// part of it.

extension QuakesLocation {
  /// The filter and the order, such as "Earthquakes: past day, newest first".
  var sentence: String {
    let conditions = parts.compactMap(\.condition) + [orderDescription]
    return "\(capitalized(filter.noun.many)): \(conditions.joined(separator: ", "))"
  }

  /// Returns the number of listed events with the time and the magnitude, as in "33 · past 24
  /// hours, magnitude 2.5 and above", and the same for narrow windows. The place is in its
  /// field; it is named if the name alone could be another place.
  func countWords(_ count: Int) -> (long: String, short: String) {
    let parts = Self.filterItems.filter { Self.counted.contains($0.item.name) }
      .compactMap { $0.part(self)?.label }
    let place = filter.near.flatMap { near in
      near.alternatives.isEmpty ? nil : near.condition(in: measures.unit)
    }
    let conditions = parts + [place].compactMap(\.self)
    let short = [shortTime, filter.magnitude.short.map { "M \($0)" }].compactMap(\.self)
    let isUsual = filter.type == .only(.earthquake)
    let noun = count == 1 ? filter.noun.one : filter.noun.many
    let named = "\(grouped(count)) \(noun)"
    return (
      conditions.isEmpty
        ? named
        : "\(isUsual ? grouped(count) : named) · \(conditions.joined(separator: ", "))",
      short.isEmpty ? named : "\(grouped(count)) \(short.joined(separator: ", "))"
    )
  }

  /// The query items of the time and the magnitude.
  private static let counted: Set = ["past", "from", "to", "min"]

  private var shortTime: String? {
    switch filter.day {
    case .past(.day) where !filter.hasUsualTime: nil
    case .past(.hour): "past hour"
    case .past(.day): "past 24 h"
    case .past(.week): "past 7 d"
    case .past(.month): "past 30 d"
    case .today: "today"
    case .yesterday: "yesterday"
    case .on(let day): day.formatted
    case .any: nil
    }
  }

  /// The list of all events.
  var unfiltered: QuakesLocation {
    with {
      $0.filter = .everything
      $0.camera = nil
      $0.page = 1
    }
  }

  /// The description of a part of the filter.
  struct Part {
    /// The query item of the part; `nil` for the view of the map.
    let name: String?
    let label: String
    /// The text in the sentence; `nil` if the noun expresses the part.
    let condition: String?
    /// The location without that part.
    let without: QuakesLocation
  }

  /// The parts of the filter.
  var parts: [Part] {
    var parts = Self.filterItems.compactMap { item -> Part? in
      item.part(self).map { part in
        Part(
          name: item.item.name, label: part.label, condition: part.isNoun ? nil : part.label,
          without: filtering { part.drop(&$0) })
      }
    }
    if isListedByView {
      let without = with {
        $0.camera = nil
        $0.page = 1
      }
      parts.append(
        Part(
          name: nil, label: "in view on the map", condition: "in view on the map",
          without: without))
    }
    return parts
  }

  /// The parts that neither the head of the page nor the usual noun names.
  var otherParts: [Part] {
    parts.filter { part in
      switch part.name {
      case "near": filter.near?.isVisitor == true
      case "type": filter.type != .only(.earthquake)
      default: part.name.map { !Self.counted.contains($0) } ?? true
      }
    }
  }

  /// The description of the order, as in "newest first".
  var orderDescription: String { "\(orderWord) first" }

  /// The events that are listed first, as in "newest".
  var orderWord: String {
    switch (sort, order) {
    case (.time, .reverse): "newest"
    case (.time, .forward): "oldest"
    case (.magnitude, .reverse): "largest"
    case (.magnitude, .forward): "smallest"
    case (.distance, .reverse): "nearest"
    case (.distance, .forward): "farthest"
    }
  }
}

extension QuakesQuery.Bounds {
  /// The bounds of magnitudes in short, as in "2.5+"; `nil` for all.
  fileprivate var short: String? {
    switch (min, max) {
    case (nil, nil): nil
    case (let min?, nil): "\(shownNumber(min))+"
    case (nil, let max?): "up to \(shownNumber(max))"
    case (let min?, let max?): "\(shownNumber(min)) to \(shownNumber(max))"
    }
  }
}

extension QuakesLocation.Filter {
  /// The filter that matches every stored event.
  static var everything: Self {
    var filter = Self()
    filter.day = .any
    filter.magnitude = .init()
    filter.type = .any
    return filter
  }

  /// The noun for the listed events.
  var noun: (one: String, many: String) {
    switch type {
    case .any: ("event", "events")
    case .other: ("event of another type", "events of other types")
    case .only(let type): (type.rawValue, type.plural)
    }
  }
}
