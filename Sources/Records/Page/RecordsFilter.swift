public import ImmutableUI
import Look
public import Markup

/// The filter form: a search field, and a menu for each field with choices.
public struct RecordsFilter: FragmentPresenter {
  public static var id: String { "records-filter" }
  /// The content of the form.
  public struct ViewState: Hashable, Sendable {
    let many: String
    let action: Href
    /// The search text; `nil` if the records have no text fields.
    let search: String?
    /// The error message of the search field; `nil` if its text is valid.
    let problem: String?
    let menus: [Menu]

    struct Menu: Hashable, Sendable {
      let name: String
      let label: String
      let choices: [Choice]
    }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Part(Self.id) {
      FilterBar("Filter \(state.many)", action: state.action) {
        if let search = state.search {
          Field("Search \(state.many)", id: "search", error: state.problem) { field in
            input().type(.search).id("search").name("search").value(search).dir(.auto)
              .aria(.invalid, field.invalid).aria(.describedby, field.description)
          }
        }
        ForEach(state.menus) { menu in
          Field(menu.label, id: "filter-\(menu.name)") { _ in
            select {
              option { "Any" }.value("")
              ForEach(menu.choices) { $0 }
            }
            .id("filter-\(menu.name)").name(menu.name)
          }
        }
      }
    }
  }
}
