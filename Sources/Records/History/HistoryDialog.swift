import Foundation
public import ImmutableUI
import Look
public import Markup

/// The dialog with the history of a record: who changed what and when.
public struct HistoryDialog: FragmentPresenter {
  public static var id: String { dialogID }

  /// The content of the dialog.
  public struct ViewState: Hashable, Sendable {
    let title: Phrase
    /// The changes, the newest first.
    package let changes: [Change]
    /// The statement about what is kept, or the reason why there is nothing to show.
    package let note: String
    let action: Href
    let close: Href
    /// The name of the kind of record.
    let subject: String

    /// The title as plain text.
    public var text: String { title.text }
  }

  /// A change of the record.
  package struct Change: Hashable, Sendable {
    let date: Moment
    package let visitor: String?
    /// The kind of the change.
    let kind: String
    let differences: [Difference]
    /// The hidden fields of the form that restores the version; `nil` for the present one.
    let restore: [HiddenField]?
  }

  /// A field that was changed.
  struct Difference: Hashable, Sendable {
    let label: String
    let old: String
    let new: String
  }

  public let state: ViewState

  public init(state: ViewState) {
    self.state = state
  }

  public var body: some HTML {
    Dialog {
      h2 { state.title }.id("dialog-title")
      if !state.changes.isEmpty {
        ol { ForEach(state.changes) { Row(change: $0, state: state) } }.class("history")
      }
      p { state.note }.class("hint")
      div {
        a { "Close" }.class("button").href(state.close).autofocus()
      }
      .class("actions")
    }
  }

  package struct Row: Component {
    private let change: Change
    private let state: ViewState

    package init(change: Change, state: ViewState) {
      self.change = change
      self.state = state
    }

    package var body: some HTML {
      li {
        p {
          time { change.date.minute }.datetime(change.date.iso8601)
          if let visitor = change.visitor {
            " by "
            bdi { visitor }
          }
        }
        .class("row-note")
        div {
          if change.differences.isEmpty { p { change.kind } }
          ForEach(change.differences) { difference in
            p {
              "\(difference.label): "
              if !difference.old.isEmpty { del { difference.old }.dir(.auto) }
              if !difference.old.isEmpty, !difference.new.isEmpty { " to " }
              if !difference.new.isEmpty { ins { difference.new }.dir(.auto) }
              if difference.new.isEmpty { " removed" }
            }
          }
        }
        if let restore = change.restore {
          ForWriters {
            form {
              ForEach(restore) { $0 }
              button {
                "Restore"
                span { " the version of \(change.date.minute)" }.class("vh")
              }
              .class("button")
            }
            .post(to: state.action).data("subject", state.subject)
          }
        } else {
          p { "Current" }.class("row-note")
        }
      }
    }
  }
}

extension HistoryDialog.ViewState {
  /// - Parameters:
  ///   - id: the id of the record.
  ///   - stored: the present content of the record; `nil` if it was deleted.
  ///   - reading: the history; `nil` while it is being read.
  ///   - location: the page behind the dialog.
  package init<Entity: Record>(
    of id: String, _ stored: Entity?, _ reading: Histories.Reading?, action: Href, close: Href,
    in context: RecordsContext
  ) {
    self.action = action
    self.close = close
    let versions = (try? reading?.get()) ?? []
    let limit = Entity.history
    note =
      switch reading {
      case nil: "The history is being read."
      case .failure(let error): "The history could not be read. \(error.message)"
      case .success:
        (versions.isEmpty ? "No change of this \(Entity.names.one) is known. " : "")
          + "The last \(counted(limit.versions, "change", "changes")) of each \(Entity.names.one) "
          + "are kept, for up to \(counted(limit.days, "day", "days"))."
      }
    let deleted = versions.first?.restored.flatMap { $0.title(in: Entity.self) }
    title =
      (stored?.title ?? deleted).map { Phrase("History of ", name: $0) }
      ?? Phrase("History of this \(Entity.names.one)")
    subject = Entity.names.one
    let present = stored.map { RecordContent($0) }
    changes = versions.map { version in
      let isPresent = stored != nil && version.after == present
      return HistoryDialog.Change(
        date: Moment(version.date, in: Entity.zone), visitor: version.visitor,
        kind: version.kind.label, differences: version.differences(of: Entity.self, in: context),
        restore: isPresent
          ? nil
          : FormPurpose.update(id: id, version: stored?.version ?? "").fields(id: Entity.idField)
            + [HiddenField("number", String(version.number))])
    }
  }
}

extension RecordVersion.Kind {
  fileprivate var label: String {
    switch self {
    case .add: "Added"
    case .update: "Saved"
    case .delete: "Deleted"
    case .restore: "Restored"
    case .importing: "Imported"
    }
  }
}

extension RecordVersion {
  /// Returns the fields that an update changed, in the order of their declaration, followed
  /// by those that were retired.
  fileprivate func differences<Entity: Record>(
    of type: Entity.Type, in context: RecordsContext
  ) -> [HistoryDialog.Difference] {
    guard let before, let after else { return [] }
    func difference(
      _ name: String, _ label: String, _ shown: (RecordContent) -> String
    ) -> HistoryDialog.Difference? {
      guard before.values[name] != after.values[name] else { return nil }
      return HistoryDialog.Difference(
        label: label, old: shown(before).shortened, new: shown(after).shortened)
    }
    let present = Entity.fields.stored.compactMap { field in
      difference(field.name, field.label) { $0.shown(field, in: context) }
    }
    let known = Set(Entity.fields.stored.map(\.name))
    let retired = Set(before.values.keys).union(after.values.keys).subtracting(known).sorted()
      .compactMap { name in difference(name, words(name)) { $0.values[name]??.text ?? "" } }
    return present + retired
  }
}

extension RecordContent {
  /// The title of the record.
  func title<Entity: Record>(in type: Entity.Type) -> String? {
    let title = Entity.fields.first.map { shown($0, in: RecordsContext()) } ?? ""
    return title.isEmpty ? nil : title
  }

  /// Returns the value of a field for display. One that is no longer valid is shown as it is
  /// stored.
  func shown<Entity>(_ field: RecordField<Entity>, in context: RecordsContext) -> String {
    guard let value = value(of: field) ?? nil else { return "" }
    var record = Entity()
    guard (try? field.set(value, in: &record)) != nil else { return value.text }
    return field.shown(record, in: context)
  }
}

extension String {
  /// The beginning of a long text.
  fileprivate var shortened: String { count > 200 ? "\(prefix(200))…" : self }
}
