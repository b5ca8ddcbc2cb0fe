public import ImmutableUI
public import Look
public import Markup

/// The sheet with a menu for each field with choices, and links to the named filters.
public struct RecordsFilter: FragmentPresenter {
  public static var id: String { "records-filter" }
  /// The content of the form.
  public struct ViewState: Hashable, Sendable {
    public let many: String
    public let action: Href
    public let menus: [Menu]
    /// The named filters, with the numbers of their records.
    public let named: [Named]
    /// The search and the selected named filter, which the form keeps.
    let hidden: [HiddenField]

    /// The choices of a field.
    public struct Menu: Hashable, Sendable {
      public let name: String
      public let label: String
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
      if !state.menus.isEmpty || !state.named.isEmpty {
        div {
          if !state.menus.isEmpty { sheet }
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
        .class("tags")
      }
    }
  }

  private var sheet: some HTML {
    let used = state.menus.count { $0.choices.contains(where: \.isSelected) }
    return Menu(used == 0 ? "Filters" : "Filters, \(used)", id: "filters", isSheet: true) {
      FilterBar("Filter \(state.many)", action: state.action) {
        ForEach(state.menus) { menu in
          Field(menu.label, id: "filter-\(menu.name)") { _ in
            select {
              option { "Any" }.value("")
              ForEach(menu.choices) { $0 }
            }
            .id("filter-\(menu.name)").name(menu.name)
          }
        }
        ForEach(state.hidden) { $0 }
      }
    }
  }
}
