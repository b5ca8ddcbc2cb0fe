public import ImmutableUI
public import Look
public import Markup

/// The panel with the details of a record, and the links to edit and delete it.
public struct RecordDetail: FragmentPresenter {
  public static var id: String { "record-detail" }
  /// The content of the panel.
  public enum ViewState: Hashable, Sendable {
    /// No record is selected.
    case none(one: String, hint: String)
    case record(Details)

    /// The formatted details of a record.
    public struct Details: Hashable, Sendable {
      public let title: String
      public let icon: Icon.Shape
      public let sections: [FactSection]
      /// The progress of the last change.
      public let progress: ProgressState
      public let close: Href
      public let list: String
      /// The URL of the editor; `nil` while a change is being saved.
      public let edit: Href?
      /// The URL of the confirmation; `nil` while a change is being saved.
      public let delete: Href?
      /// The changes that the visitor may make.
      public let allowed: Set<RecordChange>
      /// The URL of the history; `nil` if the type has none.
      public let history: Href?
      /// The position in the list, with links to the previous and the next record; `nil` if
      /// the list does not contain the record.
      public let neighbours: Pager?
    }
  }

  /// Facts under a heading; `nil` for none.
  public struct FactSection: Hashable, Sendable {
    /// The heading.
    public let title: String?
    /// The labels with their values.
    public internal(set) var facts: [Fact] = []
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    switch state {
    case .none(let one, let hint):
      Panel(id: Self.id, name: .label(one.capitalisedFirst)) {
        p { hint }.class("row-note quiet")
      }
    case .record(let record):
      Panel(id: Self.id, name: .heading("detail-title")) {
        div {
          a { record.list }.class("back").href(record.close)
          ForWriters {
            div {
              if let history = record.history { DialogLink("History", href: history) }
              if record.allowed.contains(.update) { DialogLink("Edit", href: record.edit) }
              if record.allowed.contains(.delete) {
                DialogLink("Delete", href: record.delete, style: "danger")
              }
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
          ForEach(record.sections) { section in
            if let title = section.title { h3 { title } }
            Facts {
              ForEach(section.facts) { $0 }
            }
          }
        }
        .class("detail")
        if let neighbours = record.neighbours, neighbours.previous ?? neighbours.next != nil {
          neighbours
        }
      }
    }
  }
}
