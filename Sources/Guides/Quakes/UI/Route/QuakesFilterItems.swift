import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// A parameter of the filter: its query item, its field in the form, and its words
/// in the sentence.
struct FilterItem: Sendable {
  let item: QueryItem<QuakesLocation>
  /// `nil` for a parameter that is set by other means.
  var field: FilterField?
  /// Describes what the parameter asks for; `nil` for nothing.
  var part: @Sendable (QuakesLocation) -> FilterPart? = { _ in nil }
}

/// A field of the filter form.
struct FilterField: Sendable {
  enum Control: Sendable {
    case input(FilterForm.ViewState.Input)
    /// A day, or a time if the filter has one.
    case time
    case choice(@Sendable (QuakesLocation) -> [Choice])

    static let number = Self.input(.init(isNumber: true, placeholder: "Any"))
  }

  let label: String
  let control: Control
  /// True if the label ends with the unit of depths.
  var hasUnit = false
  /// Returns the text in the field, if it is not the value of the item.
  var value: (@Sendable (QuakesLocation) -> String?)?
}

/// The description of a part of the filter, and how to remove it.
struct FilterPart: Sendable {
  let label: String
  /// True if the noun of the sentence expresses the part.
  var isNoun = false
  let drop: @Sendable (inout QuakesLocation.Filter) -> Void
}

extension QuakesLocation {
  /// The parameters of the filter, in the order of the address, the form and the
  /// sentence. A new one needs a property of `Filter`, an item here, and a condition
  /// of `QuakesQuery`.
  static let filterItems: [FilterItem] = [
    FilterItem(
      item: QueryItem("q") { reader, location in
        let text = reader.queryText("q") ?? ""
        location.filter.text = text.trimmingCharacters(in: .whitespacesAndNewlines)
      } print: {
        $0.filter.text.isEmpty ? nil : $0.filter.text
      },
      field: FilterField(label: "Place name", control: .input(.init(placeholder: "Any")))
    ) {
      $0.filter.text.isEmpty
        ? nil : FilterPart(label: "“\($0.filter.text)” in place name") { $0.text = "" }
    },
    // The choice of the form wins over the date that the form preserves.
    FilterItem(
      item: QueryItem("past") { reader, location in
        let past = reader.value(
          "past", hint: "Use hour, day, week, month, today, yesterday or any.", Day.init(choice:))
        let date = reader.value("date", hint: "Enter a date like 2024-05-04.") { text in
          Day(named: text) ?? CalendarDay(text).map(Day.on)
        }
        location.filter.day = past ?? date ?? .past(.day)
      } print: { location in
        let filter = location.filter
        // The default needs no items; its time alone needs one.
        switch filter.day {
        case .past(.day)
        where filter.isUsual || !filter.hasUsualTime || !filter.magnitude.isUnbounded:
          return nil
        case .past(let period): return period.rawValue
        default: return nil
        }
      }, field: FilterField(label: "Time", control: .choice(\.timeChoices))
    ) { location in
      let words: String? =
        switch location.filter.day {
        case .past(.day) where !location.filter.hasUsualTime, .any: nil
        case .past(let period): period.phrase
        case .today: "today"
        case .yesterday: "yesterday"
        case .on(let day): day.formatted
        }
      return words.map { FilterPart(label: $0) { $0.day = .any } }
    },
    // It is read with `past`.
    FilterItem(
      item: QueryItem("date") { _, _ in
      } print: {
        switch $0.filter.day {
        case .past: nil
        case .today: "today"
        case .yesterday: "yesterday"
        case .any: "any"
        case .on(let day): day.text
        }
      }),
    // Without a range, the absent day would mean the past day.
    FilterItem(
      item: .time("from", \.filter.from), field: FilterField(label: "From day", control: .time)
    ) {
      $0.filter.from.map { from in
        FilterPart(label: "since \(from.formatted)") { filter in
          filter.from = nil
          if filter.to == nil, filter.day == .past(.day) { filter.day = .any }
        }
      }
    },
    FilterItem(item: .time("to", \.filter.to), field: FilterField(label: "To day", control: .time))
    {
      $0.filter.to.map { to in
        FilterPart(label: "until \(to.formatted)") { filter in
          filter.to = nil
          if filter.from == nil, filter.day == .past(.day) { filter.day = .any }
        }
      }
    },
    FilterItem(
      item: .number("min", \.filter.magnitude.min, within: -10...12) { $0.filter.isUsual },
      field: FilterField(label: "Magnitude from", control: .number) {
        $0.filter.magnitude.min.map(shortNumber)
      }
    ) {
      describe("magnitude", $0.filter.magnitude).map {
        FilterPart(label: $0) { $0.magnitude = .init() }
      }
    },
    FilterItem(
      item: QueryItem("max") { reader, location in
        location.filter.magnitude.max = reader.number("max", within: -10...12)
        // An address that names neither a time nor a magnitude means the default.
        if ["past", "date", "from", "to", "min", "max"].allSatisfy({ !reader.hasValue($0) }) {
          location.filter.magnitude = Filter.usualMagnitude
        }
      } print: {
        $0.filter.magnitude.max.map(shortNumber)
      }, field: FilterField(label: "Magnitude up to", control: .number)),
    FilterItem(
      item: .number("depth-min", \.filter.depth.min, within: depths),
      field: FilterField(label: "Depth from", control: .number, hasUnit: true)
    ) {
      describe("depth", $0.filter.depth, unit: " \($0.measures.unit.rawValue)", more: "or deeper")
        .map {
          FilterPart(label: $0) { $0.depth = .init() }
        }
    },
    FilterItem(
      item: .number("depth-max", \.filter.depth.max, within: depths),
      field: FilterField(label: "Depth up to", control: .number, hasUnit: true)),
    FilterItem(
      item: QueryItem("type") { reader, location in
        let names = EventType.allCases.map(\.rawValue).joined(separator: ", ")
        location.filter.type =
          reader.value("type", hint: "Use any, other, or one of \(names).") { text in
            switch text {
            case "any": QuakesQuery.TypeFilter.any
            case "other": .other
            default: EventType(rawValue: text).map(QuakesQuery.TypeFilter.only)
            }
          } ?? .only(.earthquake)
      } print: {
        switch $0.filter.type {
        case .only(.earthquake): nil
        case .any: "any"
        case .other: "other"
        case .only(let type): type.rawValue
        }
      }, field: FilterField(label: "Type", control: .choice(\.typeChoices))
    ) {
      switch $0.filter.type {
      case .any: nil
      case .other: FilterPart(label: "other types only", isNoun: true) { $0.type = .any }
      case .only(let type):
        FilterPart(label: "\(type.plural) only", isNoun: true) { $0.type = .any }
      }
    },
    FilterItem(
      item: QueryItem("near") { reader, location in
        if let text = reader.text("near") {
          location.filter.near =
            QueryText.isTooLong(text) ? nil : Vicinity(text.trimmingCharacters(in: .whitespaces))
          if location.filter.near == nil {
            reader.reject(
              "“Near” is “\(text.prefix(60))”, which is no known place. Enter a city, a country, or a "
                + "latitude and a longitude.", of: "near", typed: text)
          }
        }
        reader.compare("near", with: location.filter.near?.text)
      } print: {
        $0.filter.near?.text
      }
    ) { location in
      location.filter.near.map {
        FilterPart(label: $0.condition(in: location.measures.unit)) { $0.near = nil }
      }
    },
    FilterItem(
      item: QueryItem("km") { reader, location in
        let radius = reader.number("km", within: Vicinity.radii)
        if location.filter.near?.isRegion == true {
          // It has its own area.
          reader.compare("km", with: nil)
        } else if let radius {
          location.filter.near?.radius = radius
        }
      } print: {
        guard let near = $0.filter.near, !near.isRegion, near.radius != Vicinity.usualRadius else {
          return nil
        }
        return shortNumber(near.radius)
      },
      field: FilterField(
        label: "Within, km",
        control: .input(.init(isNumber: true, placeholder: shortNumber(Vicinity.usualRadius))))),
    FilterItem(
      item: .count("felt", \.filter.impact.felt, within: 1...1_000_000),
      field: FilterField(label: "Felt reports from", control: .number)
    ) {
      $0.filter.impact.felt.map { felt in
        FilterPart(
          label: felt == 1 ? "with felt reports" : "at least \(grouped(felt)) felt reports"
        ) { $0.impact.felt = nil }
      }
    },
    FilterItem(
      item: .number("intensity", \.filter.impact.intensity, within: 1...12),
      field: FilterField(label: "Intensity from", control: .number)
    ) {
      $0.filter.impact.intensity.map { least in
        FilterPart(label: "felt or computed intensity \(intensityWords(least)), and above") {
          $0.impact.intensity = nil
        }
      }
    },
    FilterItem(
      item: .choice("warning", \.filter.impact.warning),
      field: FilterField(label: "Alert", control: .choice(\.warningChoices))
    ) {
      $0.filter.impact.warning.map { FilterPart(label: $0.condition) { $0.impact.warning = nil } }
    },
    FilterItem(
      item: .count("significance", \.filter.impact.significance, within: 1...10_000),
      field: FilterField(label: "Significance from", control: .number)
    ) {
      $0.filter.impact.significance.map { least in
        FilterPart(label: "significance \(grouped(least)) and above") {
          $0.impact.significance = nil
        }
      }
    },
    FilterItem(
      item: QueryItem("box") { reader, location in
        location.filter.box = reader.value(
          "box", hint: "Use west, south, east and north in degrees, separated by commas.",
          QuakesQuery.Box.init(text:))
        reader.compare("box", with: location.filter.box?.text)
      } print: {
        $0.filter.box?.text
      }
    ) {
      $0.filter.box.map { _ in FilterPart(label: "map area") { $0.box = nil } }
    },
  ]

  /// Returns the label of the field of a query item; `nil` if it has none.
  static func fieldLabel(of name: String) -> String? {
    filterItems.first { $0.item.name == name }?.field?.label
  }

  private static func describe(
    _ name: String, _ bounds: QuakesQuery.Bounds, unit: String = "", more: String = "and above"
  ) -> String? {
    switch (bounds.min, bounds.max) {
    case (nil, nil): nil
    case (let min?, nil): "\(name) \(shownNumber(min))\(unit) \(more)"
    case (nil, let max?): "\(name) up to \(shownNumber(max))\(unit)"
    case (let min?, let max?): "\(name) \(shownNumber(min)) to \(shownNumber(max))\(unit)"
    }
  }
}

extension QuakesLocation.Filter {
  /// True if the filter has the default time and magnitude.
  fileprivate var isUsual: Bool { hasUsualTime && magnitude == Self.usualMagnitude }
}

// MARK: Choices

extension QuakesLocation {
  /// The periods and named days. A single day, or a range of days without a
  /// period, is an empty choice, so that the form keeps it.
  private var timeChoices: [Choice] {
    var kept: [Choice] = []
    if case .on(let day) = filter.day {
      kept = [Choice(value: "", label: day.formatted, isSelected: true)]
    } else if filter.day == .past(.day), !filter.hasUsualTime {
      kept = [Choice(value: "", label: "From day to day", isSelected: true)]
    }
    var days = Period.allCases.map { ($0.rawValue, $0.label, Day.past($0)) }
    days += [
      ("today", "Today", .today), ("yesterday", "Yesterday", .yesterday), ("any", "Any time", .any),
    ]
    return kept
      + days.map { value, label, day in
        Choice(value: value, label: label, isSelected: kept.isEmpty && filter.day == day)
      }
  }

  private var warningChoices: [Choice] {
    let warning = filter.impact.warning
    return [Choice(value: "", label: "Any", isSelected: warning == nil)]
      + QuakesQuery.Warning.allCases.map {
        Choice(value: $0.rawValue, label: capitalized($0.condition), isSelected: warning == $0)
      }
  }

  private var typeChoices: [Choice] {
    let type = filter.type
    return [
      Choice(value: "", label: "Earthquakes", isSelected: type == .only(.earthquake)),
      Choice(value: "any", label: "Any type", isSelected: type == .any),
    ]
      + EventType.allCases.dropFirst().map {
        Choice(value: $0.rawValue, label: capitalized($0.plural), isSelected: type == .only($0))
      } + [Choice(value: "other", label: "Types not listed", isSelected: type == .other)]
  }
}
