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
    /// The rows of the list have boxes.
    case selecting(SelectionState)

    /// The formatted details of a record.
    public struct Details: Hashable, Sendable {
      public let title: String
      /// The values that the row shows, too.
      public let note: String
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
    }
  }

  /// The form that changes selected records.
  public struct SelectionState: Hashable, Sendable {
    let form: SelectionForm.ViewState
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
    case .selecting(let selection):
      Panel(id: Self.id, name: .heading("detail-title")) { SelectionForm(state: selection.form) }
    case .record(let record):
      Panel(id: Self.id, name: .heading("detail-title")) {
        a { record.list }.class("back").href(record.close)
        div {
          div {
            span { Icon(record.icon) }.class("plate")
            div {
              h2 { record.title }.id("detail-title").dir(.auto)
              if !record.note.isEmpty { p { record.note }.dir(.auto) }
            }
            ForWriters {
              div {
                if record.allowed.contains(.update) { DialogLink("Edit", href: record.edit) }
                if record.history != nil || record.allowed.contains(.delete) {
                  Menu("More", id: "open-delete") {
                    if let history = record.history { a { "All changes" }.href(history) }
                    if record.allowed.contains(.delete), let href = record.delete {
                      a { "Delete…" }.class("danger").href(href)
                    }
                  }
                }
              }
              .class("actions")
            }
          }
          .class("portrait")
          ProgressNotice(record.progress, waiting: "Saving", retry: nil)
          ForEach(record.sections) { section in
            if let title = section.title { h3 { title } }
            Facts {
              ForEach(section.facts) { $0 }
            }
          }
        }
        .class("detail")
      }
    }
  }
}
