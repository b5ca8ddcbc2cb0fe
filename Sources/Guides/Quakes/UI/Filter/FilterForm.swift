import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The sheet with the fields of the filter and further questions. Its form is submitted with
/// GET, so a filter can be bookmarked. Its fields are those of `QuakesLocation.filterItems`.
enum FilterForm {
  /// Reads the values of the fields.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let problems = Dictionary(location.problems.map { ($0.name, $0) }) { first, _ in first }
      let fields = QuakesLocation.filterItems.compactMap { item -> ViewState.Field? in
        guard let field = item.field else { return nil }
        let name = item.item.name
        let value = problems[name]?.typed ?? (field.value ?? item.item.print)(location)
        return ViewState.Field(
          name: name,
          label: field.hasUnit ? "\(field.label), \(location.measures.unit.rawValue)" : field.label,
          control: control(of: field, showing: value), problem: problems[name]?.message)
      }
      let names = Set(fields.map(\.name))
      return ViewState(
        action: QuakesLocation().href, fields: fields, hidden: location.fields(without: names),
        otherProblems: location.isValid
          ? [] : location.problems.filter { !names.contains($0.name) }.map(\.message),
        start: location.home.href,
        questions: QuakePresets.Container(location: location, now: now).others
          + (location.isValid ? clusters(select) : []))
    }

    /// Swarms and aftershocks among the matches. The count is that of the page the link
    /// leads to.
    private func clusters(_ select: SelectQuakes) -> [Link] {
      select(.quakesValues(query)).clusters.map { cluster in
        let near = location.filtering {
          $0.near = Vicinity(around: cluster.largest, radius: QuakeCluster.radius)
        }.with { $0.camera = nil }
        let count = grouped(select(.matchCount(near.query(now: now))))
        let kind = cluster.kind == .swarm ? "Swarm" : "Aftershocks"
        return Link(
          label: "\(kind): \(count) near \(cluster.largest.region), "
            + "largest \(cluster.largest.badge)", href: near.href)
      }
    }

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

  /// The content of the sheet.
  struct ViewState: Hashable, Sendable {
    let action: Href
    let fields: [Field]
    /// The hidden fields.
    let hidden: [HiddenField]
    /// The problems of query items without a field.
    let otherProblems: [String]
    /// The start page.
    let start: Href
    let questions: [Link]

    /// True if something is wrong, so that the page shows the sheet in place of results.
    var hasProblems: Bool { !otherProblems.isEmpty || fields.contains { $0.problem != nil } }

    /// A field, named as its query item.
    struct Field: Hashable, Sendable {
      let name: String
      let label: String
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
    }
  }

  /// Renders the sheet.
  struct Presenter: FragmentPresenter {
    static let id = "filter-form"
    /// The `id` of the popover.
    static let sheet = "filters"
    let state: ViewState

    var body: some HTML {
      Part(Self.id) {
        if state.hasProblems {
          div {
            h2 { "Check the filters" }
            ul {
              // The field says what is wrong.
              for field in state.fields where field.problem != nil {
                li { a { field.label }.href(Href(fragment: field.name)) }
              }
              for problem in state.otherProblems { li { problem } }
            }
          }
          .class("errors").role("alert")
          section { Sheet(state: state) }.class("panel sheet").id(Self.sheet)
            .aria(.label, "Filters")
        } else {
          section { Sheet(state: state) }.class("sheet").id(Self.sheet).popover()
            .aria(.label, "Filters")
        }
      }
    }
  }

  private struct Sheet: Component {
    let state: ViewState

    var body: some HTML {
      form {
        ForEach(state.fields) { FormField(state: $0) }
        ForEach(state.hidden) { $0 }
        div {
          button { "Show" }.class("button primary")
          a { "Clear" }.class("button").href(state.start)
        }
        .class("actions")
      }
      .get(state.action).role("search").aria(.label, "Filter earthquakes").novalidate(true)
      nav {
        ForEach(state.questions) { question in
          a { question.label }.class("tag").href(question.href)
            .aria(.current, question.isCurrent ? "true" : nil)
        }
      }
      .class("tags").aria(.label, "More questions")
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
        .placeholder(input.placeholder)
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

extension QuakesLocation {
  /// True if the address has a filter. An unknown place is answered beside results.
  var isValid: Bool { problems.isEmpty || unknownPlace != nil }

  /// Returns the query items that a form of the page keeps in hidden fields.
  ///
  /// - Parameter names: the items that the form sets or drops.
  func fields(without names: Set<String>) -> [HiddenField] {
    plain.with {
      $0.page = 1
      $0.quakeId = nil
    }.queryItems.filter { !names.contains($0.name) }.map { HiddenField($0.name, $0.value) }
  }
}
