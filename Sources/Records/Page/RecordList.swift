public import ImmutableUI
public import Markup

/// The list of records.
public struct RecordList: Presenter {
  /// What the list shows.
  public struct ViewState: Hashable, Sendable {
    let title: String
    let one: String
    let icon: Icon.Shape
    let rows: [Row]
    let progress: RecordsProgress
    /// What stands in place of the rows.
    let empty: Nothing?
    let pages: Pages?
    let add: Href?
    /// The page with all records.
    let all: Href

    struct Row: Hashable, Sendable {
      let title: String
      let note: String
      let href: Href
      let isSelected: Bool
    }

    enum Nothing: Hashable, Sendable {
      case noRecords(String)
      case noMatch(String)
    }

    struct Pages: Hashable, Sendable {
      let range: String
      let previous: Href?
      let next: Href?
    }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    section {
      h2 { state.title }.class("vh").id("list-title")
      state.progress
      if !state.rows.isEmpty {
        ul {
          ForEach(state.rows) { row in
            li {
              a {
                span {
                  span { row.title }.class("row-name").dir(.auto)
                  if !row.note.isEmpty { span { row.note }.class("row-note").dir(.auto) }
                }
                .class("row-text")
              }
              .class("row").href(row.href).aria(.current, row.isSelected ? "true" : nil)
            }
          }
        }
        .class("rows")
      }
      if let pages = state.pages { PageLinks(state: pages) }
      switch state.empty {
      case nil: Empty()
      case .noRecords(let title):
        EmptyState(title, icon: state.icon) {
          ForWriters { AddLink(href: state.add, one: state.one) }
        }
      case .noMatch(let title):
        EmptyState(title, message: "Change the filter, or show all.", icon: state.icon) {
          a { "Show all" }.class("button primary").href(state.all)
        }
      }
    }
    .class("panel list").id("record-list").aria(.labelledby, "list-title")
  }

  private struct PageLinks: Component {
    let state: ViewState.Pages

    var body: some HTML {
      nav {
        if let previous = state.previous {
          a { "Previous" }.class("button").href(previous).rel("prev")
        }
        span { state.range }
        if let next = state.next {
          a { "Next" }.class("button").href(next).rel("next")
        }
      }
      .class("pages").aria(.label, "Pages of the list")
    }
  }
}
