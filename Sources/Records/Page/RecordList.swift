public import ImmutableUI
public import Look
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
    /// The rows of the page, in groups.
    public let groups: [Group]
    let progress: ProgressState
    let retry: Href
    /// The reason why there are no rows; `nil` if there are some.
    let empty: EmptyReason?
    /// The number of rows on all pages.
    let count: String
    /// The address of the list with boxes; `nil` if it has some, or nothing can be selected.
    let select: Href?
    /// The foot; `nil` without rows.
    let foot: ListFoot?
    let add: Href?
    /// The page with all records.
    let all: Href
    /// The form that changes selected records; `nil` if the rows are links.
    package let selection: SelectionForm.ViewState?

    /// All rows of the page.
    public var rows: [Line] { groups.flatMap(\.rows) }

    /// Rows under a heading; `nil` for none.
    public struct Group: Hashable, Sendable {
      /// The heading.
      public let title: String?
      /// The rows.
      public internal(set) var rows: [Line]
    }

    /// A row of the list.
    public struct Line: Hashable, Sendable {
      /// The id of the record.
      public let id: String
      /// The title of the record.
      public let title: String
      /// The values of other fields.
      public let note: String
      /// The values that are shown as badges.
      public let badges: [Badge]
      /// The page of the record.
      public let href: Href
      /// True if the page shows the record.
      public let isSelected: Bool
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
    RecordListPanel(state: state) { RecordLine(line: $0) }
  }
}

/// The standard content of a row.
public struct RecordLine: Component {
  private let line: RecordList.ViewState.Line

  /// Creates the content of a row.
  public init(line: RecordList.ViewState.Line) {
    self.line = line
  }

  public var body: some HTML {
    RowText(line.title, direction: .auto) { bdi { line.note } }
    ForEach(line.badges) { $0 }
  }
}

/// The panel of the list, whose rows have any content.
struct RecordListPanel<Content: HTML>: Component {
  let state: RecordList.ViewState
  @HTMLBuilder let content: @Sendable (RecordList.ViewState.Line) -> Content

  var body: some HTML {
    Panel(kind: "list", id: RecordList.id, name: .heading("list-title")) {
      div {
        h2 { state.title }.id("list-title")
        span { state.count }
        ForWriters {
          if let href = state.select { a { "Select" }.class("button").href(href) }
          if let selection = state.selection { SelectionForm.Head(state: selection) }
        }
      }
      .class("list-head")
      ProgressNotice(state.progress, waiting: "Loading \(state.many)", retry: state.retry)
      groups
      state.foot
      switch state.empty {
      case nil: Empty()
      case .noRecords(let title):
        EmptyState(title, icon: state.icon) {
          ForWriters { if let add = state.add { AddLink(href: add, one: state.one) } }
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
          LivePart("row-\(row.id)") { id in
            Row(
              href: row.href, title: row.title, isCurrent: row.isSelected, id: id,
              box: state.selection?.box(of: row.id)
            ) { content(row) }
          }
        }
      }
    }
  }
}
