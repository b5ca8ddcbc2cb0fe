public import ImmutableUI
public import Look
public import Markup

/// The filter form: a search field, and a menu for each field with choices; below it,
/// links to the named filters.
public struct RecordsFilter: FragmentPresenter {
  public static var id: String { "records-filter" }
  /// The content of the form.
  public struct ViewState: Hashable, Sendable {
    public let many: String
    public let action: Href
    /// The search text; `nil` if the records have no text fields.
    public let search: String?
    /// The error message of the search field; `nil` if its text is valid.
    public let problem: String?
    public let menus: [Menu]
    /// The named filters, with the numbers of their records.
    public let named: [Named]
    /// The name of the selected one; `nil` for none.
    public let selected: String?

    /// The choices of a field.
    public struct Menu: Hashable, Sendable {
      public let name: String
      public let label: String
      /// The text of the first choice, which does not filter; `nil` for none.
      public let any: String?
      public let choices: [Choice]
    }

    /// A link to a named filter.
    public struct Named: Hashable, Sendable {
      public let label: String
      public let count: String
      public let href: Href
      public let isSelected: Bool
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
              if let any = menu.any { option { any }.value("") }
              ForEach(menu.choices) { $0 }
            }
            .id("filter-\(menu.name)").name(menu.name)
          }
        }
        if let selected = state.selected { HiddenField("filter", selected) }
      }
      if !state.named.isEmpty {
        nav {
          ForEach(state.named) { filter in
            a {
              filter.label
              span { " \(filter.count)" }
            }
            .class("tag").href(filter.href).aria(.current, filter.isSelected ? "true" : nil)
          }
        }
        .class("tags").aria(.label, "Filters")
      }
    }
  }
}
