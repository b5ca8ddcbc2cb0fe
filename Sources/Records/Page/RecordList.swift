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
    /// The links to other pages of the list; `nil` for one page.
    public let pages: Pager?
    let add: Href?
    /// The page with all records.
    let all: Href
    /// The actions on selected records; `nil` if the rows are links.
    package let selection: Selection?

    /// All rows of the page.
    public var rows: [Line] { groups.flatMap(\.rows) }

    /// Rows under a heading; `nil` for none.
    public struct Group: Hashable, Sendable {
      /// The heading.
      public let title: String?
      /// The rows.
      public internal(set) var rows: [Line]
    }

    /// The actions on the records whose boxes are checked.
    package struct Selection: Hashable, Sendable {
      package let delete: Href
      let change: Href
      /// The fields that can be changed.
      let fields: [Choice]
      /// The page with all boxes checked, or none.
      let toggle: Link
      let areChecked: Bool

      /// Creates the actions at a location; `nil` if its rows are links.
      ///
      /// - Parameters:
      ///   - type: the type of the records.
      ///   - location: the page.
      ///   - context: the records of other guides.
      package init?<Entity: Record, Location: EditableLocation>(
        of type: Entity.Type, at location: Location, in context: RecordsContext
      ) {
        guard let selection = location.selection else { return nil }
        areChecked = selection == .all
        delete = location.target(.deleteSeveral)
        change = location.target(.changeSeveral)
        fields = Entity.fields.changeable(in: context).map {
          Choice(value: $0.name, label: $0.label, isSelected: false)
        }
        toggle = Link(
          label: areChecked ? "Select none" : "Select all on this page",
          href: location.with { $0.selection = selection == .all ? .on : .all }.href)
      }
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
    span {
      span { line.title }.class("row-name").dir(.auto)
      if !line.note.isEmpty { span { line.note }.class("row-note").dir(.auto) }
    }
    .class("row-text")
    ForEach(line.badges) { $0 }
  }
}

/// The panel of the list, whose rows have any content.
struct RecordListPanel<Content: HTML>: Component {
  let state: RecordList.ViewState
  @HTMLBuilder let content: @Sendable (RecordList.ViewState.Line) -> Content

  var body: some HTML {
    Panel(kind: "list", id: RecordList.id, name: .heading("list-title")) {
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
              href: row.href, isCurrent: row.isSelected, id: id,
              box: state.selection.map { RowBox(value: row.id, isChecked: $0.areChecked) }
            ) { content(row) }
          }
        }
      }
    }
  }
}

/// The actions on the records whose boxes are checked, at the foot of the list.
package struct SelectionBar: Component {
  private let state: RecordList.ViewState.Selection
  private let many: String

  package init(state: RecordList.ViewState.Selection, many: String) {
    self.state = state
    self.many = many
  }

  package var body: some HTML {
    div {
      state.toggle
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
