public import ImmutableUI
import Look
public import Markup

/// The header of a page of records: the title, the number of records, and the
/// link that adds one.
public struct RecordsHead: FragmentPresenter {
  public static var id: String { "records-head" }
  /// The content of the header.
  public struct ViewState: Hashable, Sendable {
    public let title: String
    public let summary: String
    /// The URL of the editor; `nil` while no record can be added.
    public let add: Href?
    public let one: String
    /// The link that begins or ends the selection of several records; `nil` for none.
    public let select: Link?
    /// The files with the records of the list.
    public let exports: [Link]
    /// The URL of the dialog that imports a file; `nil` for none.
    public let importing: Href?
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    header {
      div {
        h1 { state.title }
        LivePart("summary") { p { state.summary }.id($0) }
      }
      div {
        button { "More" }.class("button menu").id("more").popovertarget("more-list")
        div {
          if let href = state.importing {
            ForWriters {
              a { "Import…" }.href(href)
            }
          }
          ForEach(state.exports) { $0 }
        }
        .class("menu-list").id("more-list").popover()
        ForWriters {
          if let select = state.select { a { select.label }.class("button").href(select.href) }
          if let add = state.add { AddLink(id: "open-add", href: add, one: state.one) }
        }
      }
      .class("actions")
    }
    .class("head").id(Self.id)
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
