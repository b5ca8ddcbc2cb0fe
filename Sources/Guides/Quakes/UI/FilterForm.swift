import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The form that sets the filter. It is submitted with GET, so a filter can be
/// bookmarked.
enum FilterForm {}

extension FilterForm {
  /// Reads the values of the fields.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let filter = location.filter
      let problems = Dictionary(location.problems.map { ($0.name, $0) }) { first, _ in first }
      func text(_ name: String, _ value: String?) -> ViewState.Input {
        ViewState.Input(
          value: problems[name]?.typed ?? value ?? "", problem: problems[name]?.message)
      }
      let fields: [ViewState.Name: ViewState.Input] = [
        .text: text("q", filter.text),
        .min: text("min", filter.magnitude.min.map(shortNumber)),
        .max: text("max", filter.magnitude.max.map(shortNumber)),
        .depthMin: text("depth-min", filter.depth.min.map(shortNumber)),
        .depthMax: text("depth-max", filter.depth.max.map(shortNumber)),
        .from: text("from", filter.from?.text),
        .to: text("to", filter.to?.text),
        .time: text("past", nil),
        .type: text("type", nil),
        .near: text("near", filter.near?.text),
        .radius: text(
          "km",
          filter.near.flatMap {
            $0.isRegion || $0.radius == Vicinity.usualRadius ? nil : shortNumber($0.radius)
          }),
        .felt: text("felt", filter.impact.felt.map { String($0) }),
        .intensity: text("intensity", filter.impact.intensity.map(shortNumber)),
        .warning: text("warning", nil),
        .significance: text("significance", filter.impact.significance.map { String($0) }),
      ]
      let names = Set(ViewState.Name.allCases.map(\.rawValue))
      return ViewState(
        action: QuakesLocation().href,
        fields: fields,
        times: times,
        types: types,
        warnings: warnings,
        unit: location.measures.unit.rawValue,
        isMoreOpen: [filter.from, filter.to].contains { $0 != nil } || filter.box != nil
          || !filter.depth.isUnbounded || filter.magnitude.max != nil
          || filter.type != .only(.earthquake) || filter.near != nil
          || filter.impact != .init() || !location.problems.isEmpty,
        isByDay: [filter.from, filter.to].allSatisfy { $0?.isDay ?? true },
        hidden: location.queryItems.filter {
          !names.contains($0.name) && Self.preservedNames.contains($0.name)
        }
        .map { HiddenField($0.name, $0.value) },
        otherProblems: location.problems.filter { !names.contains($0.name) }.map(\.message))
    }

    /// The query items without a field, which the form preserves in hidden
    /// fields.
    private static let preservedNames: Set = [
      "box", "sort", "order", "view", "units", "tz", "date", "colour", "plates", "show",
    ]

    /// The periods and named days. A single day, or a range of days without a
    /// period, is an empty choice, so that the form keeps it.
    private var times: [Choice] {
      let filter = location.filter
      var times: [Choice] = []
      if case .on(let day) = filter.day {
        times.append(Choice(value: "", label: day.formatted, isSelected: true))
      } else if filter.day == .past(.day), !filter.hasUsualTime {
        times.append(Choice(value: "", label: "From day to day", isSelected: true))
      }
      let isKept = !times.isEmpty
      times += QuakesLocation.Period.allCases.map {
        Choice(
          value: $0.rawValue, label: $0.label, isSelected: !isKept && filter.day == .past($0))
      }
      times += [("today", "Today", .today), ("yesterday", "Yesterday", .yesterday)].map {
        (value: String, label: String, day: QuakesLocation.Day) in
        Choice(value: value, label: label, isSelected: filter.day == day)
      }
      return times + [Choice(value: "any", label: "Any time", isSelected: filter.day == .any)]
    }

    private var warnings: [Choice] {
      let warning = location.filter.impact.warning
      return [Choice(value: "", label: "Any", isSelected: warning == nil)]
        + QuakesQuery.Warning.allCases.map {
          Choice(
            value: $0.rawValue, label: capitalized($0.condition), isSelected: warning == $0)
        }
    }

    private var types: [Choice] {
      let type = location.filter.type
      var types = [
        Choice(
          value: "", label: "Earthquakes", isSelected: type == .only(.earthquake)),
        Choice(value: "any", label: "Any type", isSelected: type == .any),
      ]
      types += EventType.allCases.dropFirst().map {
        Choice(
          value: $0.rawValue, label: capitalized($0.plural), isSelected: type == .only($0))
      }
      types.append(Choice(value: "other", label: "Types not listed", isSelected: type == .other))
      return types
    }
  }
}

extension FilterForm {
  /// The content of the form.
  struct ViewState: Hashable, Sendable {
    let action: Href
    let fields: [Name: Input]
    let times: [Choice]
    let types: [Choice]
    let warnings: [Choice]
    /// The symbol of the unit of depths.
    let unit: String
    let isMoreOpen: Bool
    /// True if the range has no minutes, which a field for dates cannot show.
    let isByDay: Bool
    /// The hidden fields.
    let hidden: [HiddenField]
    /// The problems of query items without a field.
    let otherProblems: [String]

    /// The fields, named as their query items.
    enum Name: String, CaseIterable, Hashable, Sendable {
      case text = "q"
      case time = "past"
      case min, max
      case depthMin = "depth-min"
      case depthMax = "depth-max"
      case from, to, near
      case radius = "km"
      case felt, intensity, warning, significance, type

      /// The label of the field.
      var label: String {
        switch self {
        case .text: "Place"
        case .time: "Time"
        case .min: "Magnitude from"
        case .max: "Magnitude up to"
        case .depthMin: "Depth from"
        case .depthMax: "Depth up to"
        case .from: "From day"
        case .to: "To day"
        case .near: "Near"
        case .radius: "Within, km"
        case .felt: "Felt reports from"
        case .intensity: "Intensity from"
        case .warning: "Alert"
        case .significance: "Significance from"
        case .type: "Type"
        }
      }
    }

    /// The text in a field.
    struct Input: Hashable, Sendable {
      let value: String
      /// The error message; `nil` for a valid value.
      let problem: String?
    }

    /// The error messages, in the order of the fields.
    var problems: [(name: Name, message: String)] {
      Name.allCases.compactMap { name in fields[name]?.problem.map { (name, $0) } }
    }
  }
}

extension FilterForm {
  /// Renders the form.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Part("filter-form") {
        if !state.problems.isEmpty || !state.otherProblems.isEmpty { Problems(state: state) }
        details {
          summary { "Filters" }
          FilterBar("Filter earthquakes", action: state.action, isChecked: false) {
            TextField(state: state, name: .text, type: .search, list: "places")
            Places()
            ChoiceField(state: state, name: .time, choices: state.times)
            TextField(state: state, name: .min, isNumber: true)
            details {
              summary { "More filters" }
              div {
                TextField(state: state, name: .max, isNumber: true)
                TextField(state: state, name: .depthMin, unit: state.unit, isNumber: true)
                TextField(state: state, name: .depthMax, unit: state.unit, isNumber: true)
                TextField(state: state, name: .from, type: state.isByDay ? .date : .text)
                TextField(state: state, name: .to, type: state.isByDay ? .date : .text)
                TextField(
                  state: state, name: .near, placeholder: "City or country",
                  list: "places")
                TextField(
                  state: state, name: .radius, isNumber: true,
                  placeholder: shortNumber(Vicinity.usualRadius))
                TextField(state: state, name: .felt, isNumber: true)
                TextField(state: state, name: .intensity, isNumber: true)
                ChoiceField(state: state, name: .warning, choices: state.warnings)
                TextField(state: state, name: .significance, isNumber: true)
                ChoiceField(state: state, name: .type, choices: state.types)
              }
              .class("filter")
            }
            .class("more").open(state.isMoreOpen)
            ForEach(state.hidden) { $0 }
          }
        }
        // Narrow windows show the map and the list first.
        .class("fold").open(!state.problems.isEmpty)
      }
    }
  }

  /// Suggestions for places: states, populous countries and cities.
  private struct Places: Component {
    var body: some HTML {
      datalist {
        for name in PlaceSearch.suggestions { option().value(name) }
      }
      .id("places")
    }
  }

  private struct Problems: Component {
    let state: ViewState

    var body: some HTML {
      div {
        h2 { "Check the filters" }
        ul {
          for problem in state.problems {
            li { a { problem.message }.href(Href(fragment: problem.name.rawValue)) }
          }
          for problem in state.otherProblems { li { problem } }
        }
      }
      .class("errors").role("alert")
    }
  }

  private struct TextField: Component {
    let state: ViewState
    let name: ViewState.Name
    /// The symbol of the unit; `nil` for a plain number.
    var unit: String?
    var type = InputType.text
    /// True for a decimal number. The input type stays `text`: browsers do not
    /// show an invalid value in a `number` field, but it must be correctable.
    var isNumber = false
    var placeholder: String?
    /// The ID of the suggestions.
    var list: String?

    var body: some HTML {
      let input = state.fields[name]
      let label = [name.label, unit].compactMap { $0 }.joined(separator: ", ")
      Field(label, id: name.rawValue, error: input?.problem) { field in
        // Browsers do not show an invalid value in a `date` field.
        Markup.input().type(input?.problem == nil ? type : .text).id(name.rawValue)
          .name(name.rawValue).value(input?.value ?? "")
          .list(list).placeholder(
            placeholder ?? (type == .search ? "Any place" : isNumber ? "Any" : nil)
          )
          .inputmode(isNumber ? .decimal : nil)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }

  private struct ChoiceField: Component {
    let state: ViewState
    let name: ViewState.Name
    let choices: [Choice]

    var body: some HTML {
      Field(name.label, id: name.rawValue, error: state.fields[name]?.problem) { field in
        select {
          ForEach(choices) { $0 }
        }
        .id(name.rawValue).name(name.rawValue)
        .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }
}
