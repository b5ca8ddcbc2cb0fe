public import ImmutableUI
public import Look
public import Markup

/// The head of a page of records: the title, the number of records, the search, and the actions
/// on all records.
public struct RecordsHead: FragmentPresenter {
  public static var id: String { "records-head" }
  /// The content of the head.
  public struct ViewState: Hashable, Sendable {
    public let title: String
    public let summary: String
    /// The search field; `nil` if the records have no text fields.
    public let search: SearchField?
    /// The URL of the editor; `nil` while no record can be added.
    public let add: Href?
    public let one: String
    /// The files with the records of the list.
    public let exports: [Link]
    /// The URL of the dialog that imports a file; `nil` for none.
    public let importing: Href?
    /// The page of recent changes; `nil` if the type has no history.
    public let changes: Href?
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    PageHead(state.title, count: state.summary, id: Self.id) {
      state.search
      ForWriters {
        if let add = state.add { AddLink(id: "open-add", href: add, one: state.one) }
      }
      if state.changes != nil || state.importing != nil || !state.exports.isEmpty {
        Menu("More", id: "more") {
          if let href = state.importing {
            ForWriters {
              a { "Import…" }.href(href)
            }
          }
          if let href = state.changes { ForWriters { a { "Changes" }.href(href) } }
          ForEach(state.exports) { $0 }
        }
      }
    }
  }
}

/// The link to the editor of a new record; a disabled button while none can be added.
package struct AddLink: Component {
  private let id: String?
  private let href: Href?
  private let one: String

  package init(id: String? = nil, href: Href?, one: String) {
    self.id = id
    self.href = href
    self.one = one
  }

  package var body: some HTML {
    if let href {
      a {
        Icon(.plus)
        "Add"
        span { " \(one)" }.class("vh")
      }
      .id(id).class("button primary").href(href)
    } else {
      button {
        Icon(.plus)
        "Add"
      }
      .class("button primary").disabled()
    }
  }
}

/// A link to a dialog, which takes the focus when the dialog is closed; a disabled button while
/// the dialog cannot be opened.
package struct DialogLink: Component {
  private let label: String
  private let href: Href?
  private let style: String?

  package init(_ label: String, href: Href?, style: String? = nil) {
    self.label = label
    self.href = href
    self.style = style
  }

  package var body: some HTML {
    if let href {
      a { label }.id("open-\(label.lowercased())").class("button", style).href(href)
    } else {
      button { label }.class("button", style).disabled()
    }
  }
}
