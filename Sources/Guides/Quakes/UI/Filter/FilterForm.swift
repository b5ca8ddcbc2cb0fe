import ImmutableUI
import Look
import Markup
import QuakesData

/// The form that sets the filter. It is submitted with GET, so a filter can be
/// bookmarked. Its fields are those of `QuakesLocation.filterItems`.
enum FilterForm {
  /// Reads the values of the fields.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation

    func viewState(_ select: SelectQuakes) -> ViewState {
      let problems = Dictionary(location.problems.map { ($0.name, $0) }) { first, _ in first }
      let fields = QuakesLocation.filterItems.compactMap { item -> ViewState.Field? in
        guard let field = item.field else { return nil }
        let name = item.item.name
        let value = problems[name]?.typed ?? (field.value ?? item.item.print)(location)
        return ViewState.Field(
          name: name,
          label: field.hasUnit ? "\(field.label), \(location.measures.unit.rawValue)" : field.label,
          isMore: field.isMore, control: control(of: field, showing: value),
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

    private func control(of field: FilterField, showing value: String?) -> ViewState.Control {
      switch field.control {
      case .choice(let choices): return .choice(choices(location))
      case .input(var input):
        input.value = value ?? ""
        return .input(input)
      case .time:
        // A field for dates cannot show minutes.
        let filter = location.filter
        let isByDay = [filter.from, filter.to].allSatisfy { $0?.isDay ?? true }
        return .input(.init(value: value ?? "", type: isByDay ? .date : .text))
      }
    }
  }

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
      var value = ""
      var type = InputType.text
      /// True for a number. Its type stays `text`: browsers do not show an invalid value in a
      /// `number` field, but it must be correctable.
      var isNumber = false
      var placeholder: String?
      /// The ID of the suggestions.
      var list: String?
    }
  }

  /// Renders the form.
  struct Presenter: FragmentPresenter {
    static let id = "filter-form"
    let state: ViewState

    var body: some HTML {
      let problems = state.fields.filter { $0.problem != nil }
      Part(Self.id) {
        if !problems.isEmpty || !state.otherProblems.isEmpty {
          div {
            h2 { "Check the filters" }
            ul {
              // The field says what is wrong.
              for field in problems { li { a { field.label }.href(Href(fragment: field.name)) } }
              for problem in state.otherProblems { li { problem } }
            }
          }
          .class("errors").role("alert")
        }
        details {
          summary { Self.label("Filters", state.count) }
          FilterBar("Filter earthquakes", action: state.action, isChecked: false) {
            // Suggestions for places: states, populous countries and cities.
            datalist {
              for name in PlaceSearch.suggestions { option().value(name) }
            }
            .id("places")
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

  /// The input of a field. In one expression with the other controls the optimiser of the
  /// compiler fails.
  private struct TextInput: Component {
    let state: ViewState.Field
    let input: ViewState.Input
    let field: FieldAttributes

    var body: some HTML {
      // Browsers do not show an invalid value in a `date` field.
      Markup.input().type(state.problem == nil ? input.type : .text).id(state.name)
        .name(state.name).value(input.value)
        .list(input.list).placeholder(input.placeholder)
        .inputmode(input.isNumber ? .decimal : nil)
        .aria(.invalid, field.invalid).aria(.describedby, field.description)
    }
  }

  private struct FormField: Component {
    let state: ViewState.Field

    var body: some HTML {
      Field(state.label, id: state.name, error: state.problem) { field in
        switch state.control {
        case .input(let input): TextInput(state: state, input: input, field: field)
        case .choice(let choices):
          select {
            ForEach(choices) { $0 }
          }
          .id(state.name).name(state.name)
          .aria(.invalid, field.invalid).aria(.describedby, field.description)
        }
      }
    }
  }
}
