import ImmutableUI
import Look
import QuakesData

extension Quake {
  /// Returns the place name, with distances in a unit. Networks name most
  /// places by their distance from a town, as in "83 km SE of Pangai".
  func shownName(in unit: LengthUnit) -> String {
    guard !name.isEmpty else { return "Unnamed place" }
    guard unit != .kilometres, let (kilometres, rest) = distance else { return name }
    let length = unit.length(kilometres: Double(kilometres))
    return "\(grouped(Int(length.rounded()))) \(unit.rawValue) \(rest)"
  }

  /// The place without the distance from it, as in "Pangai, Tonga".
  var region: String {
    guard !name.isEmpty else { return "an unnamed place" }
    guard let (_, rest) = distance, let end = rest.firstRange(of: " of ")?.lowerBound,
      (1...3).contains(rest[..<end].utf8.count), rest[..<end].allSatisfy("NESW".contains)
    else { return name }
    return String(rest[end...].dropFirst(4))
  }

  /// The distance at the start of the name in kilometres, and what follows it, as
  /// in 83 and "SE of Pangai"; `nil` if the name has none.
  private var distance: (kilometres: Int, rest: Substring)? {
    let digits = name.prefix { "0"..."9" ~= $0 }
    guard digits.utf8.count <= 5, let kilometres = Int(digits) else { return nil }
    var rest = name[digits.endIndex...]
    if rest.first == " " { rest.removeFirst() }
    guard rest.hasPrefix("km ") else { return nil }
    return (kilometres, rest.dropFirst(3))
  }

  /// The magnitude on the badge; "?" if it is unknown.
  var badge: String { shownMagnitude.map(withMinus) ?? "?" }

  /// Returns a summary, as in "M 4.5, 10 km N of Somewhere".
  func summary(in measures: Measures) -> String {
    "M \(badge), \(shownName(in: measures.unit))"
      + (missingSince == nil ? "" : ", no longer in the feed")
  }

  /// The title of its page, as in "M 7.4 – Eastern Kamchatka · 15 Nov".
  func title(in measures: Measures) -> String {
    let day = Moment(time, in: measures.zone).shortDay
    return "M \(badge) – \(shownName(in: measures.unit)) · \(day)"
  }

  /// The label of an event that is no longer in the feed.
  static let missingLabel = "No longer in the feed"

  /// The CSS class of the colour.
  var colour: String { MagnitudeClass(self).colour }

  /// The event type; `nil` for an earthquake.
  var otherType: String? { type == EventType.earthquake.rawValue ? nil : capitalized(type) }

  /// Returns the depth, as in "164 km deep".
  func shownDepth(in unit: LengthUnit) -> String? {
    depth.map { depth in
      let length = Int(unit.length(kilometres: depth).rounded())
      return "\(grouped(abs(length))) \(unit.rawValue) \(length < 0 ? "above sea level" : "deep")"
    }
  }

  /// Returns the depth in both units, as in "164 km, 102 mi".
  func exactDepth(in unit: LengthUnit) -> String {
    guard let depth else { return "Unknown" }
    return [unit, unit.other]
      .map { "\(decimal($0.length(kilometres: depth))) \($0.rawValue)" }.joined(separator: ", ")
  }

  /// The coordinates, as in "14.65° S, 167.16° E".
  var position: String {
    "\(degrees(latitude, "N", "S")), \(degrees(longitude, "E", "W"))"
  }

  private func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
    let hundredths = Int((abs(value) * 100).rounded())
    let fraction = String(hundredths % 100)
    let padding = fraction.count == 1 ? "0" : ""
    return "\(hundredths / 100).\(padding)\(fraction)°\u{A0}\(value < 0 ? negative : positive)"
  }
}

extension MagnitudeClass {
  /// The CSS class of the colour, named by its lowest magnitude.
  var colour: String {
    switch self {
    case .unknown, .negative: "mag-x"
    case .zero: "mag-0"
    case .one: "mag-1"
    case .two: "mag-2"
    case .three, .four: "mag-3"
    case .five, .six: "mag-5"
    case .seven: "mag-7"
    }
  }

  /// The CSS class of the size.
  var size: String { "d\(max(rawValue, 0))" }

  /// The magnitudes of the class, as below a bar.
  var shortName: String {
    switch self {
    case .unknown: "?"
    case .negative: "<0"
    case .seven: "7+"
    default: String(rawValue)
    }
  }

  /// The magnitudes of the class, as in the label of a bar.
  var name: String {
    switch self {
    case .unknown: "Magnitude unknown"
    case .negative: "Magnitude below 0"
    case .seven: "Magnitude 7 and above"
    default: "Magnitude \(rawValue) to \(rawValue).9"
    }
  }
}

extension EventType {
  /// The plural, as in "quarry blasts".
  var plural: String { "\(rawValue)s" }
}

extension QuakesFeed.Range {
  /// The range within a sentence, as in "the past hour".
  var phrase: String { "the \(label.lowercased())" }

  /// The label in the menu.
  var label: String {
    switch self {
    case .allHour: "Past hour"
    case .allDay: "Past day"
    case .allWeek: "Past 7 days"
    case .allMonth: "Past 30 days"
    }
  }
}

extension QuakesState.Refresh.Counts {
  /// The counts as text, as in "61 new, 12 changed".
  var summary: String {
    let parts = [
      (new, "new"), (changed, "changed"), (renamed, "renamed"), (withdrawn, "withdrawn"),
      (skipped, "skipped"), (unchanged, "unchanged"),
    ]
    .filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
  }
}

extension QuakesLocation.Period {
  /// The period within a sentence, as in "past 24 hours".
  var phrase: String {
    switch self {
    case .hour: "past hour"
    case .day: "past 24 hours"
    case .week: "past 7 days"
    case .month: "past 30 days"
    }
  }

  /// The label of a choice.
  var label: String { capitalized(phrase) }
}

extension QuakesQuery.Warning {
  /// The condition within a sentence.
  var condition: String {
    switch self {
    case .severe: "tsunami message or red alert"
    case .tsunami: "possible tsunami message"
    case .red: "red alert"
    case .orange: "orange alert and above"
    case .yellow: "yellow alert and above"
    case .green: "any alert level"
    }
  }
}

/// Returns a distance, as in "84 km".
func shownDistance(_ kilometres: Double, in unit: LengthUnit) -> String {
  "\(grouped(Int(unit.length(kilometres: kilometres).rounded()))) \(unit.rawValue)"
}

/// Returns the point of the compass of a bearing, as in "NNE".
///
/// https://en.wikipedia.org/wiki/Points_of_the_compass
func compassPoint(_ degrees: Double) -> String {
  let points = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]
  return points[Int((degrees / 22.5).rounded()) & 15]
}

/// Returns the name of the method of a magnitude; `nil` for an unknown code.
///
/// https://www.usgs.gov/programs/earthquake-hazards/magnitude-types
func magnitudeTypeName(_ code: String) -> String? {
  switch code.lowercased() {
  case "mw", "mww", "mwc", "mwb", "mwr", "mwp": "Moment magnitude"
  case "mb", "mb_lg", "mblg": "Body-wave magnitude"
  case "ms", "ms_20", "ms_vx": "Surface-wave magnitude"
  case "ml", "mlr", "mlv": "Local magnitude"
  case "md": "Duration magnitude"
  case "me": "Energy magnitude"
  case "mh", "mun": "Magnitude by hand"
  default: nil
  }
}

/// Returns an intensity of the Mercalli scale as a Roman numeral, as in "VIII".
///
/// https://en.wikipedia.org/wiki/Modified_Mercalli_intensity_scale
func intensityNumeral(_ intensity: Double) -> String {
  let numerals = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]
  return numerals[Int(min(max(intensity, 1), 12).rounded()) - 1]
}

/// Returns the text with its first letter capitalised.
func capitalized(_ text: String) -> String {
  text.prefix(1).uppercased() + text.dropFirst()
}

/// Returns a number for display. In addresses it is a `shortNumber`.
func shownNumber(_ value: Double) -> String { withMinus(shortNumber(value)) }

/// Returns the number with a minus sign in place of a hyphen.
private func withMinus(_ number: String) -> String {
  number.hasPrefix("-") ? "−\(number.dropFirst())" : number
}

/// Returns a number rounded to one decimal.
func decimal(_ value: Double) -> String {
  let tenths = Int((value * 10).rounded())
  let sign = tenths < 0 ? "−" : ""
  let whole = grouped(Int(tenths.magnitude) / 10)
  return tenths.magnitude % 10 == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(tenths.magnitude % 10)"
}
