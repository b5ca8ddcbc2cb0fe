public import ImmutableUI
import Look
public import Markup

/// One record, and the ways to edit and delete it.
public struct RecordDetail: Presenter {
  /// The content of the panel.
  public enum ViewState: Hashable, Sendable {
    /// Nothing is selected.
    case none(one: String)
    case record(Details)

    /// A record in words.
    public struct Details: Hashable, Sendable {
      let title: String
      let icon: Icon.Shape
      let facts: [Fact]
      /// The progress of the last change.
      let progress: ProgressState
      let close: Href
      let list: String
      /// The address of the editor; `nil` while a change is under way.
      let edit: Href?
      /// The address of the confirmation; `nil` while a change is under way.
      let delete: Href?
    }
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    switch state {
    case .none(let one):
      section { p { "Select a \(one) to see all of it." }.class("row-note quiet") }
        .class("panel").id("record-detail").aria(.label, one.capitalisedFirst)
    case .record(let record):
      section {
        div {
          a { record.list }.class("back").href(record.close)
          ForWriters {
            div {
              Action(label: "Edit", href: record.edit)
              Action(label: "Delete", href: record.delete, style: "danger")
            }
            .class("actions")
          }
        }
        .class("bar")
        div {
          div {
            Icon(record.icon)
            h2 { record.title }.id("detail-title").dir(.auto)
          }
          .class("plate")
          ProgressNotice(record.progress, waiting: "Saving", retry: nil)
          Facts {
            ForEach(record.facts) { $0 }
          }
        }
        .class("detail")
      }
      .class("panel").id("record-detail").aria(.labelledby, "detail-title")
    }
  }

  private struct Action: Component {
    let label: String
    let href: Href?
    var style: String?

    var body: some HTML {
      if let href {
        a { label }.class("button", style).href(href)
      } else {
        button { label }.class("button", style).disabled()
      }
    }
  }
}
