import Foundation
public import ImmutableUI
import Look
import QuakesData

extension QuakesLocation {
  /// Parses a location from the query of an address. Invalid values are
  /// collected in `problems`.
  public init(parsing values: NamedValues) { self.init(parsing: values, event: nil) }

  /// Parses a location.
  ///
  /// - Parameter event: the ID in the path of the page of an event.
  init(parsing values: NamedValues, event: Quake.ID?) {
    self.init()
    isEvent = event != nil
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
    quakeId =
      event
      ?? reader.read("quake", hint: "Use the ID of an event.") {
        $0.utf8.count <= 64 ? $0 : nil
      }
    camera = reader.camera()
    if camera == .world, filter.near == nil, !isEvent { camera = nil }
    colouring = reader.choice("colour") ?? .age
    showsPlates =
      reader.read("plates", hint: "Use on or off.") { ["on": true, "off": false][$0] } ?? true
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
    show = reader.choice("show") ?? .list
    switch notice {
    case .deleted:
      undo = reader.read("undo", hint: "Use the ID of an event.") {
        $0.utf8.count <= 64 ? .quake(quakeId: $0) : nil
      }
    case .deletedAll:
      undo = reader.read("undo", hint: "Use a number of milliseconds.") {
        Date(deletion: $0).map { .deletion(date: $0) }
      }
    default: break
    }
    problems = reader.problems
    hasRedundantItems = reader.hasRedundantValues
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

extension QuakesLocation.Filter {
  fileprivate init(_ reader: inout Reader) {
    text = reader.text("q")
    // The choice of the form wins over the date that the form preserves.
    let past = reader.read(
      "past", hint: "Use hour, day, week, month, today, yesterday or any.",
      QuakesLocation.Day.init(choice:))
    let date = reader.read("date", hint: "Enter a date like 2024-05-04.") { text in
      QuakesLocation.Day(named: text) ?? CalendarDay(text).map(QuakesLocation.Day.on)
    }
    day = past ?? date ?? .past(.day)
    let hint = "Enter a date like 2024-05-04, or a time like 2024-05-04T17:30."
    from = reader.read("from", hint: hint, TimeBound.init)
    to = reader.read("to", hint: hint, TimeBound.init)
    if let from, let to, from.start(in: .utc) > to.start(in: .utc) {
      reader.refuse("to", to.text, "The end (\(to.text)) is before the start (\(from.text)).")
    }
    magnitude = reader.bounds("min", "max", within: -10...12) { largest, least in
      "The highest magnitude (\(largest)) is below the lowest (\(least))."
    }
    // An address that names neither a time nor a magnitude means the default.
    if ["past", "date", "from", "to", "min", "max"].allSatisfy({ !reader.hasValue($0) }) {
      magnitude = Self.usualMagnitude
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
    near = reader.read(
      "near",
      hint: "No place of that name is known. Use a city, a country, or a latitude and a longitude."
    ) { QueryText.isTooLong($0) ? nil : Vicinity($0.trimmingCharacters(in: .whitespaces)) }
    reader.redirect("near", to: near?.text)
    let radius = reader.number("km", within: Vicinity.radii)
    if near?.isRegion == true {
      // It has its own area.
      reader.redirect("km", to: nil)
    } else if let radius {
      near?.radius = radius
    }
    impact = QuakesQuery.Impact(
      felt: reader.number("felt", within: 1...1_000_000).map { Int($0.rounded(.up)) },
      intensity: reader.number("intensity", within: 1...12),
      warning: reader.choice("warning"),
      significance: reader.number("significance", within: 1...10_000).map { Int($0.rounded(.up)) })
    box = reader.read(
      "box", hint: "Use west, south, east and north in degrees, separated by commas."
    ) { text in
      guard let numbers = numbers(text, count: 4),
        [numbers[0], numbers[2]].allSatisfy((-360...360).contains),
        [numbers[1], numbers[3]].allSatisfy((-90...90).contains), numbers[1] <= numbers[3]
      else { return nil }
      return QuakesQuery.Box(
        west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    }
    reader.redirect("box", to: box?.text)
  }
}

/// Reads named values and collects their problems.
private struct Reader {
  let values: NamedValues
  private(set) var problems: [QuakesLocation.Problem] = []
  /// True if a value is empty, or not as an address prints it.
  private(set) var hasRedundantValues = false

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
    if values.isUndecodable(name) {
      refuse(name, "", "“\(label(name))” is not encoded as UTF-8.")
      return nil
    }
    guard let text = typed.first else { return nil }
    guard typed.count == 1 else {
      refuse(name, text, "“\(label(name))” is given more than once.")
      return nil
    }
    guard !text.isEmpty else {
      hasRedundantValues = true
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

  /// Returns a number within a range. It may be typed with blanks around it, with
  /// a decimal comma, or in full width.
  mutating func number(_ name: String, within range: ClosedRange<Double>) -> Double? {
    let hint =
      "Enter a number from \(shownNumber(range.lowerBound)) to \(shownNumber(range.upperBound))."
    var plain: String?
    let number = read(name, hint: hint) { text -> Double? in
      let unified = UserText.plainNumber(text)
      guard let number = numbers(unified, count: 1)?.first, range.contains(number) else {
        return nil
      }
      plain = unified
      return number
    }
    redirect(name, to: plain)
    return number
  }

  /// Notes that an item is not as the address prints it.
  ///
  /// - Parameter text: the value in the canonical address; `nil` for none.
  mutating func redirect(_ name: String, to text: String?) {
    if let typed = values.values(of: name).first, typed != text { hasRedundantValues = true }
  }

  /// Returns true if an item is given, valid or not.
  func hasValue(_ name: String) -> Bool { values.values(of: name).contains { !$0.isEmpty } }

  /// Returns the view of the map.
  mutating func camera() -> Camera? {
    read(
      "view",
      hint: "Use a longitude, a latitude, a width of 2 to 360 degrees and, if it is not half the "
        + "width, a height of 1 to 180 degrees, separated by commas."
    ) { text in
      guard let values = numbers(text, count: 3) ?? numbers(text, count: 4),
        (-360...360).contains(values[0]), (-90...90).contains(values[1]),
        Camera.widths.contains(values[2]), values.dropFirst(3).allSatisfy(Camera.heights.contains)
      else { return nil }
      return Camera(
        longitude: values[0], latitude: values[1], width: values[2],
        height: values.dropFirst(3).first)
    }
  }

  mutating func bounds(
    _ min: String, _ max: String, within range: ClosedRange<Double>,
    contradiction: (_ largest: String, _ least: String) -> String
  ) -> QuakesQuery.Bounds {
    let bounds = QuakesQuery.Bounds(
      min: number(min, within: range), max: number(max, within: range))
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
