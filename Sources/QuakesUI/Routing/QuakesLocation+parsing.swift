import Foundation
public import ImmutableUI
import Look
import QuakesData

extension QuakesLocation {
  /// Parses a location from the query of an address. Invalid values are
  /// collected in `problems`.
  public init(parsing values: NamedValues) {
    self.init()
    var reader = Reader(values: values)
    filter = Filter(&reader)
    sort = reader.choice("sort") ?? .time
    order =
      reader.read("order", hint: "Use forward or reverse.") { text in
        switch text {
        case "forward": SortOrder.forward
        case "reverse": .reverse
        default: nil
        }
      } ?? .reverse
    quakeId = reader.read("quake", hint: "Use the ID of an event.") {
      $0.utf8.count <= 64 ? $0 : nil
    }
    camera = reader.read(
      "view",
      hint: "Use a longitude, a latitude and a width of 2 to 360 degrees, separated by commas."
    ) { text in
      guard let numbers = numbers(text, count: 3), (-360...360).contains(numbers[0]),
        (-90...90).contains(numbers[1]), Camera.widths.contains(numbers[2])
      else { return nil }
      return Camera(longitude: numbers[0], latitude: numbers[1], width: numbers[2])
    }
    if camera == .world { camera = nil }
    measures.unit = reader.choice("units") ?? .kilometres
    measures.zone =
      reader.read("tz", hint: "Use the name of a time zone like Asia/Tokyo, or UTC.", Zone.init)
      ?? .utc
    page =
      reader.read("page", hint: "Enter a number from 1 to 1000000.") {
        Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil }
      } ?? 1
    dialog = reader.choice("alert")
    notice = reader.choice("notice")
    problems = reader.problems
    hasRedundantItems = reader.hasEmptyValues
  }
}

extension QuakesLocation.Filter {
  fileprivate init(_ reader: inout Reader) {
    text = reader.text("q")
    day =
      reader.read("date", hint: "Enter a date like 2024-05-04.") { text in
        text == "any" ? QuakesLocation.Day.any : CalendarDay(text).map(QuakesLocation.Day.on)
      } ?? .today
    from = reader.read("from", hint: "Enter a date like 2024-05-04.", CalendarDay.init)
    to = reader.read("to", hint: "Enter a date like 2024-05-04.", CalendarDay.init)
    if let from, let to, from > to {
      reader.refuse("to", to.text, "The last day (\(to.text)) is before the first (\(from.text)).")
    }
    magnitude = reader.bounds("min", "max", within: -10...12) { largest, least in
      "The highest magnitude (\(largest)) is below the lowest (\(least))."
    }
    depth = reader.bounds("depth-min", "depth-max", within: QuakesLocation.depths) {
      largest, least in
      "The greatest depth (\(largest)) is less than the smallest (\(least))."
    }
    type =
      reader.read(
        "type",
        hint: "Use any, other, or one of "
          + EventType.allCases.map(\.rawValue).joined(separator: ", ") + "."
      ) { text in
        switch text {
        case "any": QuakesQuery.TypeFilter.any
        case "other": .other
        default: EventType(rawValue: text).map(QuakesQuery.TypeFilter.only)
        }
      } ?? .only(.earthquake)
    box = reader.read(
      "box", hint: "Use west, south, east and north in degrees, separated by commas."
    ) { text in
      guard let numbers = numbers(text, count: 4),
        [numbers[0], numbers[2]].allSatisfy((-180...180).contains),
        [numbers[1], numbers[3]].allSatisfy((-90...90).contains), numbers[1] <= numbers[3]
      else { return nil }
      return QuakesQuery.Box(
        west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }
  }
}

/// Reads named values and collects their problems.
private struct Reader {
  let values: NamedValues
  private(set) var problems: [QuakesLocation.Problem] = []
  private(set) var hasEmptyValues = false

  init(values: NamedValues) {
    self.values = values
  }

  /// Returns a parsed value; `nil` if it is absent, empty or invalid.
  ///
  /// - Parameter hint: a sentence that tells the visitor how to correct an
  ///   invalid value.
  mutating func read<Value>(
    _ name: String, hint: String, _ parse: (String) -> Value?
  ) -> Value? {
    let typed = values.values(of: name)
    guard let text = typed.first else { return nil }
    guard typed.count == 1 else {
      refuse(name, text, "“\(label(name))” is given more than once.")
      return nil
    }
    guard !text.isEmpty else {
      hasEmptyValues = true
      return nil
    }
    guard let value = parse(text) else {
      refuse(
        name, text,
        "“\(label(name))” is “\(text.prefix(bytes: 60))”. \(hint)")
      return nil
    }
    return value
  }

  /// Returns a text without surrounding whitespace; empty if it is absent or
  /// too long.
  mutating func text(_ name: String) -> String {
    let text =
      read(name, hint: "Enter a text.") { $0.trimmingCharacters(in: .whitespacesAndNewlines) } ?? ""
    guard QueryText.isTooLong(text) else { return text }
    refuse(name, text, QueryText.tooLongMessage(for: label(name)))
    return ""
  }

  mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) -> Choice? {
    let names = Choice.allCases.map(\.rawValue).joined(separator: " or ")
    return read(name, hint: "Use \(names).", Choice.init)
  }

  mutating func bounds(
    _ min: String, _ max: String, within range: ClosedRange<Double>,
    contradiction: (_ largest: String, _ least: String) -> String
  ) -> QuakesQuery.Bounds {
    func number(_ name: String, _ reader: inout Reader) -> Double? {
      reader.read(
        name,
        hint: "Enter a number from \(shownNumber(range.lowerBound)) "
          + "to \(shownNumber(range.upperBound))."
      ) { text in
        numbers(text, count: 1).flatMap { range.contains($0[0]) ? $0[0] : nil }
      }
    }
    let bounds = QuakesQuery.Bounds(min: number(min, &self), max: number(max, &self))
    if let least = bounds.min, let largest = bounds.max, least > largest {
      refuse(
        max, shortNumber(largest), contradiction(shownNumber(largest), shownNumber(least)))
    }
    return bounds
  }

  /// Returns the label of the field, or the name of a query item without a
  /// field.
  private func label(_ name: String) -> String {
    FilterForm.ViewState.Name(rawValue: name)?.label ?? name
  }

  mutating func refuse(_ name: String, _ typed: String, _ message: String) {
    problems.append(
      .init(name: name, typed: typed.prefix(bytes: QueryText.limit), message: message))
  }
}

/// Parses finite numbers separated by commas. Exponents are refused: no visitor
/// needs to type them.
private func numbers(_ text: String, count: Int) -> [Double]? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == count else { return nil }
  let numbers = parts.compactMap { part -> Double? in
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
