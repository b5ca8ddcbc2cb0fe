import Foundation
import Geography
public import ImmutableUI
import Look
import Markup
import QuakesData

// The query of an address: each item with its name, how it is read, and how it is
// printed.

extension QuakesLocation {
  /// Parses a location from the query of an address. Invalid values are
  /// collected in `problems`.
  public init(parsing values: NamedValues) { self.init(parsing: values, event: nil) }

  /// Parses a location.
  ///
  /// - Parameter event: the ID in the path of the page of an event.
  init(parsing values: NamedValues, event: Quake.ID?) {
    let start = event.map(QuakesLocation().event) ?? QuakesLocation()
    let (location, problems, hasRedundantItems) = Self.query.read(values, into: start)
    self = location
    self.problems = problems
    self.hasRedundantItems = hasRedundantItems
  }

  /// The query items of the filter, the order and the measures.
  var filterQuery: [(name: String, value: String)] {
    Self.listQuery.items(of: self)
  }

  /// The query item of the selected quake.
  var selectionQuery: [(name: String, value: String)] {
    guard let quakeId, !isEvent else { return [] }
    return [(Self.quake.name, quakeId)]
  }

  /// The query items after the selected quake.
  var remainingQuery: [(name: String, value: String)] {
    Self.windowQuery.items(of: self)
  }

  /// The query items of an export: what the list contains, on all its pages.
  var exportQuery: [(name: String, value: String)] {
    filterQuery + (isListedByView ? Self.viewQuery.items(of: self) : [])
  }

  // Created once: pages print an address for each row.
  private static let filterQueryItems = filterItems.map(\.item)
  private static let filterAlone = Query(filterQueryItems)
  private static let listQuery = Query(filterQueryItems + orderItems)
  private static let viewQuery = Query([projection, view])
  private static let windowQuery = Query([projection, view] + pageItems)

  public static let query = Query<Self>(
    filterQueryItems + orderItems + [quake, projection, view] + pageItems
  ) { reader, location in
    let filter = location.filter
    if let from = filter.from, let to = filter.to, from.start(in: .utc) > to.start(in: .utc) {
      reader.reject(
        "The end (\(to.text)) is before the start (\(from.text)).", of: "to", typed: to.text)
    }
    if let (least, largest) = filter.magnitude.contradiction {
      reader.reject(
        "The highest magnitude (\(shownNumber(largest))) is below the lowest "
          + "(\(shownNumber(least))).", of: "max", typed: shortNumber(largest))
    }
    if let (least, largest) = filter.depth.contradiction {
      reader.reject(
        "The greatest depth (\(shownNumber(largest))) is less than the smallest "
          + "(\(shownNumber(least))).", of: "depth-max", typed: shortNumber(largest))
    }
  } label: {
    fieldLabel(of: $0) ?? $0
  }

  private static let orderItems: [QueryItem<Self>] = [
    .choice("sort", \.sort, default: .time),
    .word("order", \.order, ["forward": .forward, "reverse": .reverse], default: .reverse),
    .choice("units", \.measures.unit, default: .kilometres),
    QueryItem("tz") { reader, location in
      location.measures.zone =
        reader.value("tz", hint: "Use the name of a time zone like Asia/Tokyo, or UTC.", Zone.init)
        ?? .utc
    } print: {
      $0.measures.zone == .utc ? nil : $0.measures.zone.name
    },
  ]

  /// The selected quake. The path of an event's page has its ID.
  private static let quake = QueryItem<Self>("quake") { reader, location in
    guard !location.isEvent else { return }
    location.quakeId = reader.value("quake", hint: "Use the ID of an event.") {
      $0.utf8.count <= 64 ? $0 : nil
    }
  } print: {
    $0.isEvent ? nil : $0.quakeId
  }

  /// The projection of the map. That of an event's page is always the same.
  private static let projection = QueryItem<Self>.choice(
    "projection", \.projection, default: .equirectangular)

  /// The camera of the map.
  private static let view = QueryItem<Self>("view") { reader, location in
    let projection = location.projection
    location.camera = reader.value(
      "view",
      hint: "Use a longitude, a latitude, a width of 2 to 360 degrees and, if it is not half the "
        + "width, a height of 1 to 180 degrees, separated by commas."
    ) { Camera(text: $0, in: projection) }
    if location.camera == .world(in: projection), location.filter.near == nil, !location.isEvent {
      location.camera = nil
    }
  } print: {
    $0.camera?.text
  }

  /// The query of a second filter.
  private static let secondFilter = QueryItem<Self>("compare") { reader, location in
    let start = location.home
    location.compared = reader.value(
      "compare", hint: "Use the query of another filter, encoded, as in past%3Dweek%26min%3D5."
    ) { text -> Filter? in
      guard let values = try? NamedValues(parsing: text.utf8, limit: 32) else { return nil }
      let (second, problems, _) = filterAlone.read(values, into: start)
      return problems.isEmpty ? second.filter : nil
    }
  } print: { location in
    location.compared.map { filter in
      let items = filterAlone.items(of: location.with { $0.filter = filter })
      // The default filter has no items.
      return items.isEmpty
        ? "past=day&min=2.5" : String(Href(path: [], query: items).text.dropFirst(2))
    }
  }

  private static let pageItems: [QueryItem<Self>] = [
    secondFilter,
    .choice("colour", \.colouring, default: .age),
    .word("plates", \.showsPlates, ["on": true, "off": false], default: true),
    .number("page", 1...1_000_000, \.page),
    .choice("show", \.show, default: .list),
    .choice("dialog", \.dialog).formerly("alert"),
    .choice("notice", \.notice),
    QueryItem("undo") { reader, location in
      switch location.notice {
      case .deleted:
        location.undo = reader.value("undo", hint: "Use the ID of an event.") {
          $0.utf8.count <= 64 ? .quake(quakeId: $0) : nil
        }
      case .deletedAll:
        location.undo = reader.value("undo", hint: "Use a number of milliseconds.") {
          Date(deletion: $0).map { .deletion(date: $0) }
        }
      default: break
      }
    } print: {
      switch $0.undo {
      case .quake(let quakeId): quakeId
      case .deletion(let date): date.deletion
      case .all, nil: nil
      }
    },
  ]
}

// MARK: Kinds of items

extension QueryItem where Location == QuakesLocation {
  typealias Property<Value> =
    any WritableKeyPath<QuakesLocation, Value> & Sendable

  /// Creates an item with a time.
  static func time(_ name: String, _ keyPath: Property<TimeBound?>) -> Self {
    .value(
      name, keyPath, hint: "Enter a date like 2024-05-04, or a time like 2024-05-04T17:30.",
      TimeBound.init, print: \.text)
  }

  /// Creates an item with a number within a range.
  ///
  /// - Parameter isOmitted: returns true if the location implies the number.
  static func number(
    _ name: String, _ keyPath: Property<Double?>, within range: ClosedRange<Double>,
    unless isOmitted: @escaping @Sendable (QuakesLocation) -> Bool = { _ in false }
  ) -> Self {
    QueryItem(name) { reader, location in
      location[keyPath: keyPath] = reader.number(name, within: range)
    } print: {
      isOmitted($0) ? nil : $0[keyPath: keyPath].map(shortNumber)
    }
  }

  /// Creates an item with a number that is rounded up.
  static func count(
    _ name: String, _ keyPath: Property<Int?>, within range: ClosedRange<Double>
  ) -> Self {
    QueryItem(name) { reader, location in
      location[keyPath: keyPath] = reader.number(name, within: range).map { Int($0.rounded(.up)) }
    } print: {
      $0[keyPath: keyPath].map(String.init)
    }
  }

  /// Creates an item with one of two words.
  fileprivate static func word<Value: Hashable & Sendable>(
    _ name: String, _ keyPath: Property<Value>, _ words: KeyValuePairs<String, Value>,
    default usual: Value
  ) -> Self {
    let words = Array(words)
    let hint = "Use \(words.map(\.key).joined(separator: " or "))."
    return QueryItem(name) { reader, location in
      location[keyPath: keyPath] =
        reader.value(name, hint: hint) { text in words.first { $0.key == text }?.value } ?? usual
    } print: { location in
      let value = location[keyPath: keyPath]
      return value == usual ? nil : words.first { $0.value == value }?.key
    }
  }
}

extension ValueReader {
  /// Returns a number within a range. It may be typed with blanks around it, with
  /// a decimal comma, or in full width.
  mutating func number(_ name: String, within range: ClosedRange<Double>) -> Double? {
    let hint =
      "Enter a number from \(shownNumber(range.lowerBound)) to \(shownNumber(range.upperBound))."
    var plain: String?
    let number = value(name, hint: hint) { text -> Double? in
      let unified = UserText.plainNumber(text)
      guard let number = numbers(unified, count: 1)?.first, range.contains(number) else {
        return nil
      }
      plain = unified
      return number
    }
    compare(name, with: plain)
    return number
  }
}

// MARK: Texts of values

extension QuakesQuery.Bounds {
  /// The bounds, if the least value is above the largest.
  fileprivate var contradiction: (least: Double, largest: Double)? {
    if let min, let max, min > max { (min, max) } else { nil }
  }
}

extension Date {
  /// Creates the time of a deletion from the milliseconds since 1970.
  init?(deletion text: String) {
    guard let milliseconds = Int64(text), abs(milliseconds) < 1 << 50 else { return nil }
    self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
  }

  /// The time of a deletion in addresses and forms.
  var deletion: String { String(Int64((timeIntervalSince1970 * 1_000).rounded())) }
}

extension Camera {
  /// Creates a camera from its text in an address.
  fileprivate init?(text: String, in projection: Projection) {
    guard let values = numbers(text, count: 3) ?? numbers(text, count: 4),
      (-360...360).contains(values[0]), (-90...90).contains(values[1]),
      Camera.widths.contains(values[2]), values.dropFirst(3).allSatisfy(Camera.heights.contains)
    else { return nil }
    self.init(
      projection, x: values[0], y: values[1], width: values[2], height: values.dropFirst(3).first)
  }

  /// The camera as in an address.
  fileprivate var text: String {
    listed([x, y, width] + (hasOwnHeight ? [height] : []))
  }
}

extension QuakesQuery.Box {
  /// Creates a box from its text in an address.
  init?(text: String) {
    guard let numbers = numbers(text, count: 4),
      [numbers[0], numbers[2]].allSatisfy((-360...360).contains),
      [numbers[1], numbers[3]].allSatisfy((-90...90).contains), numbers[1] <= numbers[3]
    else { return nil }
    self.init(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
  }

  /// The box as in an address.
  var text: String { listed([west, south, east, north]) }
}

/// Returns numbers as in an address.
func listed(_ numbers: [Double]) -> String {
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

/// Parses finite numbers separated by commas, with or without blanks. Exponents are
/// refused: no visitor needs to type them.
func numbers(_ text: String, count: Int) -> [Double]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == count else { return nil }
  let numbers = parts.compactMap { part -> Double? in
    let part = part.trimmingCharacters(in: .whitespaces)
    let decimals = part.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    // 40 decimals are more than a `Double` needs to distinguish any two
    // longitudes.
    guard part.utf8.allSatisfy({ "+-.0123456789".utf8.contains($0) }), decimals.count <= 2,
      decimals.count < 2 || decimals[1].count <= 40
    else { return nil }
    // Normalises -0 to 0.
    return Double(part).map { $0 == 0 ? 0 : $0 }
  }
  return numbers.count == count && numbers.allSatisfy(\.isFinite) ? numbers : nil
}
