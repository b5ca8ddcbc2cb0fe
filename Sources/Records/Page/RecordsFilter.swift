public import ImmutableUI
public import Markup

/// The form of the filter: a search, and a menu for each field with choices.
public struct RecordsFilter: Presenter {
  /// What the form shows.
  public struct ViewState: Hashable, Sendable {
    let many: String
    let action: Href
    /// What is searched for; `nil` where there are no texts to search.
    let search: String?
    let menus: [Menu]

    struct Menu: Hashable, Sendable {
      let name: String
      let label: String
      let choices: [FieldChoice]
      let chosen: String?
    }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Part("records-filter") {
      form {
        if let search = state.search {
          div {
            label { "Search \(state.many)" }.for("search")
            input().type(.search).id("search").name("search").value(search).dir(.auto)
              .autocomplete("off")
          }
          .class("field")
        }
        ForEach(state.menus) { menu in
          div {
            label { menu.label }.for("filter-\(menu.name)")
            select {
              option { "Any" }.value("")
              ForEach(menu.choices) { choice in
                option { choice.label }.value(choice.value)
                  .selected(choice.value == menu.chosen)
              }
            }
            .id("filter-\(menu.name)").name(menu.name)
          }
          .class("field")
        }
        button { "Filter" }.class("button")
      }
      .class("filter").get(state.action).role("search").aria(.label, "Filter \(state.many)")
    }
  }
}
