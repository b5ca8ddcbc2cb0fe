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
    /// The actions on selected records; `nil` if the rows are links.
    let selection: Selection?

    /// All rows of the page.
    var rows: [Line] { groups.flatMap(\.rows) }

    /// Rows under a heading; `nil` for none.
    struct Group: Hashable, Sendable {
      let title: String?
      var rows: [Line]
    }

    /// The actions on the records whose boxes are checked.
    struct Selection: Hashable, Sendable {
      let delete: Href
      let change: Href
      /// The fields that can be changed.
      let fields: [Choice]
      /// The page with all boxes checked, or none.
      let toggle: NotFound.Link
      let areChecked: Bool
    }

    struct Line: Hashable, Sendable {
      let id: String
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
      if let selection = state.selection, state.empty == nil {
        form {
          groups
          SelectionBar(state: selection, many: state.many)
        }
        .post(to: selection.delete).data("subject", "list")
      } else {
        groups
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

  private var groups: some HTML {
    ForEach(state.groups) { group in
      if let title = group.title { h3 { title }.class("group") }
      RowList {
        ForEach(group.rows) { row in
          if let selection = state.selection {
            li {
              label {
                input().type(.checkbox).name("selected").value(row.id)
                  .checked(selection.areChecked)
                LineContent(line: row)
              }
              .class("row")
            }
          } else {
            Row(href: row.href, isCurrent: row.isSelected) { LineContent(line: row) }
          }
        }
      }
    }
  }

  private struct LineContent: Component {
    let line: ViewState.Line

    var body: some HTML {
      span {
        span { line.title }.class("row-name").dir(.auto)
        if !line.note.isEmpty { span { line.note }.class("row-note").dir(.auto) }
      }
      .class("row-text")
      ForEach(line.badges) { $0 }
    }
  }
}

/// The actions on the records whose boxes are checked, at the foot of the list.
private struct SelectionBar: Component {
  let state: RecordList.ViewState.Selection
  let many: String

  var body: some HTML {
    div {
      a { state.toggle.label }.href(state.toggle.href)
      if !state.fields.isEmpty {
        label { "Field to change" }.class("vh").for("field")
        select { ForEach(state.fields) { $0 } }.id("field").name("field")
        button { "Change…" }.class("button").formaction(state.change)
      }
      button { "Delete…" }.class("button danger")
    }
    .class("picked").role("group").aria(.label, "Selected \(many)")
  }
}
