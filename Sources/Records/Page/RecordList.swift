public import ImmutableUI
import Look
public import Markup

/// The list of records.
public struct RecordList: FragmentPresenter {
  public static var id: String { "record-list" }
  /// The content of the list.
  public struct ViewState: Hashable, Sendable {
    let title: String
    let one: String
    let many: String
    let icon: Icon.Shape
    let groups: [Group]
    let progress: ProgressState
    let retry: Href
    /// The reason why there are no rows; `nil` if there are some.
    let empty: EmptyReason?
    let pages: Pager?
    let add: Href?
    /// The page with all records.
    let all: Href

    /// All rows of the page.
    var rows: [Line] { groups.flatMap(\.rows) }

    /// Rows under a heading; `nil` for none.
    struct Group: Hashable, Sendable {
      let title: String?
      var rows: [Line]
    }

    struct Line: Hashable, Sendable {
      let title: String
      let note: String
      let badges: [Badge]
      let href: Href
      let isSelected: Bool
    }

    enum EmptyReason: Hashable, Sendable {
      case noRecords(String)
      case noMatch(String)
    }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Panel(kind: "list", id: Self.id, name: .heading("list-title")) {
      h2 { state.title }.class("vh").id("list-title")
      ProgressNotice(state.progress, waiting: "Loading \(state.many)", retry: state.retry)
      ForEach(state.groups) { group in
        if let title = group.title { h3 { title }.class("group") }
        RowList {
          ForEach(group.rows) { row in
            Row(href: row.href, isCurrent: row.isSelected) {
              span {
                span { row.title }.class("row-name").dir(.auto)
                if !row.note.isEmpty { span { row.note }.class("row-note").dir(.auto) }
              }
              .class("row-text")
              ForEach(row.badges) { $0 }
            }
          }
        }
      }
      state.pages
      switch state.empty {
      case nil: Empty()
      case .noRecords(let title):
        EmptyState(title, icon: state.icon) {
          ForWriters { AddLink(href: state.add, one: state.one) }
        }
      case .noMatch(let title):
        EmptyState(
          title, message: "Change the filter, or show all \(state.many).", icon: state.icon
        ) {
          a { "Show all" }.class("button primary").href(state.all)
        }
      }
    }
  }
}
