import ImmutableUI
import Look
import Markup
import QuakesData

/// The form that sets the filter. It is submitted with GET, so a filter can be
/// bookmarked. Its fields are those of `QuakesLocation.filterItems`.
enum FilterForm {}

extension FilterForm {
  /// Reads the values of the fields.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation

    func viewState(_ select: SelectQuakes) -> ViewState {
      let problems = Dictionary(location.problems.map { ($0.name, $0) }) { first, _ in first }
      let fields = QuakesLocation.filterItems.compactMap { item -> ViewState.Field? in
        guard let field = item.field else { return nil }
        let name = item.item.name
        return ViewState.Field(
          name: name, label: label(of: field), isMore: field.isMore,
          control: control(of: field, showing: problems[name]?.typed ?? value(of: item)),
          problem: problems[name]?.message)
      }
      let names = Set(fields.map(\.name))
      return ViewState(
        action: QuakesLocation().href,
        fields: fields,
        count: location.parts.count,
        moreCount: QuakesLocation.filterItems.count {
          $0.field?.isMore == true && $0.item.print(location) != nil
        },
        isMoreOpen: fields.contains { $0.isMore && $0.problem != nil },
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
      "projection", "compare",
    ]

    private func label(of field: FilterField) -> String {
      field.hasUnit ? "\(field.label), \(location.measures.unit.rawValue)" : field.label
    }

    private func value(of item: FilterItem) -> String? {
      (item.field?.value ?? item.item.print)(location)
    }

    private func control(of field: FilterField, showing value: String?) -> ViewState.Control {
      var input = ViewState.Input(value: value ?? "")
      switch field.control {
      case .choice(let choices): return .choice(choices(location))
      case .text(let type, let placeholder, let list):
        (input.type, input.placeholder, input.list) = (type, placeholder, list)
      case .number(let placeholder):
        // The type stays `text`: browsers do not show an invalid value in a
        // `number` field, but it must be correctable.
        (input.isNumber, input.placeholder) = (true, placeholder)
      case .time:
        // A field for dates cannot show minutes.
        let filter = location.filter
        let isByDay = [filter.from, filter.to].allSatisfy { $0?.isDay ?? true }
        input.type = isByDay ? .date : .text
      }
      return .input(input)
    }
  }
}

extension FilterForm {
  /// The content of the form.
  struct ViewState: Hashable, Sendable {
    let action: Href
    let fields: [Field]
    /// The number of parts of the filter.
    let count: Int
    /// The number of those in the fields that are folded.
    let moreCount: Int
    let isMoreOpen: Bool
    /// The hidden fields.
    let hidden: [HiddenField]
    /// The problems of query items without a field.
    let otherProblems: [String]

    /// A field, named as its query item.
    struct Field: Hashable, Sendable {
      let name: String
      let label: String
      let isMore: Bool
      let control: Control
      /// The error message; `nil` for a valid value.
      let problem: String?
    }

    enum Control: Hashable, Sendable {
      case input(Input)
      case choice([Choice])
    }

    struct Input: Hashable, Sendable {
      let value: String
      var type = InputType.text
      var isNumber = false
      var placeholder: String?
      /// The ID of the suggestions.
      var list: String?
    }
  }
}

extension FilterForm {
  /// Renders the form.
  struct Presenter: FragmentPresenter {
    static let id = "filter-form"
    let state: ViewState

    var body: some HTML {
      let problems = state.fields.filter { $0.problem != nil }
      Part(Self.id) {
        if !problems.isEmpty || !state.otherProblems.isEmpty {
          Problems(fields: problems, others: state.otherProblems)
        }
        details {
          summary { Self.label("Filters", state.count) }
          FilterBar("Filter earthquakes", action: state.action, isChecked: false) {
            Places()
            ForEach(state.fields.filter { !$0.isMore }) { FormField(state: $0) }
            details {
              summary { Self.label("More filters", state.moreCount) }
              div {
                ForEach(state.fields.filter(\.isMore)) { FormField(state: $0) }
              }
              .class("filter")
            }
            .class("more").open(state.isMoreOpen)
            ForEach(state.hidden) { $0 }
          }
        }
        // Narrow windows show the map and the list first.
        .class("fold").open(!problems.isEmpty)
      }
    }

    private static func label(_ name: String, _ count: Int) -> String {
      count == 0 ? name : "\(name) (\(count))"
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
    let fields: [ViewState.Field]
    let others: [String]

    var body: some HTML {
      div {
        h2 { "Check the filters" }
        ul {
          for field in fields {
            // The field says what is wrong.
            li { a { field.label }.href(Href(fragment: field.name)) }
          }
          for problem in others { li { problem } }
        }
      }
      .class("errors").role("alert")
    }
  }

  private struct FormField: Component {
    let state: ViewState.Field

    var body: some HTML {
      switch state.control {
      case .input(let input): TextField(state: state, input: input)
      case .choice(let choices): ChoiceField(state: state, choices: choices)
      }
    }
  }

  private struct TextField: Component {
    let state: ViewState.Field
    let input: ViewState.Input

    var body: some HTML {
      Field(state.label, id: state.name, error: state.problem) { field in
        // Browsers do not show an invalid value in a `date` field.
        Markup.input().type(state.problem == nil ? input.type : .text).id(state.name)
          .name(state.name).value(input.value)
          .list(input.list).placeholder(input.placeholder)
          .inputmode(input.isNumber ? .decimal : nil)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }

  private struct ChoiceField: Component {
    let state: ViewState.Field
    let choices: [Choice]

    var body: some HTML {
      Field(state.label, id: state.name, error: state.problem) { field in
        select {
          ForEach(choices) { $0 }
        }
        .id(state.name).name(state.name)
        .aria(.invalid, field.invalid).aria(.describedby, field.description)
      }
    }
  }
}
