import ImmutableUI
package import Look
package import Markup

/// A change in one line: who changed what, from which value to which, and the button that undoes
/// it.
package struct ChangeLine: Hashable, Sendable {
  /// A field that was changed.
  struct Difference: Hashable, Sendable {
    let label: String
    let old: String
    let new: String
    /// True for all but the first one.
    var isLater = false
  }

  /// The button of the line.
  struct Step: Hashable, Sendable {
    let label: String
    let action: Href
    let fields: [HiddenField]
  }

  /// The guide of the record.
  struct Guide: Hashable, Sendable {
    let name: String
    let title: String
  }

  package let date: Moment
  /// The number of the change in the history.
  let number: Int
  /// The title of the record, or the number of records; `nil` in the history of one.
  let title: String?
  /// The page of the record; `nil` for none.
  let href: Href?
  /// The drawing of the record; `nil` for the icon of all.
  let drawing: Href?
  let icon: Icon.Shape
  /// The guide, on the page of all guides; `nil` on its own.
  let guide: Guide?
  package let visitor: String?
  /// The kind of the change; `nil` if the fields say it.
  let kind: String?
  let differences: [Difference]
  /// The button; `nil` if there is nothing to undo.
  let step: Step?
  /// True if the record, or the first of several, is as before the change.
  let isUndone: Bool

  /// Returns the lines of changes that the visitor of the page may see.
  ///
  /// - Parameters:
  ///   - versions: the changes.
  ///   - page: the page, to which undoing one returns: that of one record, or of all.
  ///   - isOfSite: true if the lines name the guide.
  ///   - context: the time and the records of other guides.
  ///   - stored: returns a record as it is stored.
  ///   - drawing: returns the drawing of a record.
  package static func lines<Entity: Record, Location: EditableLocation>(
    of versions: some Sequence<RecordVersion>, at page: Location, isOfSite: Bool = false,
    in context: RecordsContext, stored: (_ id: String) -> Entity?,
    drawing: (_ record: Entity) -> Href? = { _ in nil }
  ) -> [ChangeLine] {
    let isOfRecord = page.record != nil
    let action = page.target(.restore)
    let guide = Guide(name: Location.path, title: Entity.names.title)
    return versions.compactMap { version in
      let present = stored(version.record)
      let before: Entity? = version.before?.record(version.record)
      let after: Entity? = version.after?.record(version.record)
      guard Entity.may(.update, present ?? after ?? before ?? Entity(), Visitor.current) else {
        return nil
      }
      func isPresent(_ content: Entity?, _ isNone: Bool) -> Bool {
        guard let present, let content else { return present == nil && isNone }
        return present.isStored(as: content)
      }
      let isUndone = isPresent(before, version.before == nil)
      var step: Step?
      let edit = RecordEdit(id: version.record, old: before, new: after)
      if version.kind == .sample || isUndone {
        step = nil
      } else if version.size == 1, !version.isValid(edit) {
        // Nothing that could be saved.
        step = nil
      } else if version.size != 1 || isPresent(after, version.after == nil) {
        let label = version.size == 1 && after == nil ? "Restore" : "Undo"
        step = Step(
          label: version.size != 1 && isOfRecord ? "Undo all" : label, action: action,
          fields: [HiddenField("operation", version.operation)])
      } else if version.after != nil {
        step = Step(
          label: "Restore", action: action,
          fields: FormPurpose.update(id: version.record, version: present?.version ?? "")
            .fields(id: Entity.idField) + [HiddenField("number", String(version.number))])
      }
      let names = Entity.names
      let title =
        version.size > 1
        ? counted(version.size, names.one, names.many)
        : (version.after ?? version.before)?.title(in: Entity.self) ?? names.one.capitalisedFirst
      let differences = version.differences(
        of: Entity.self, isForSeveral: version.size > 1, context)
      return ChangeLine(
        date: Moment(version.date, in: page.changes.zone ?? Entity.zone), number: version.number,
        title: isOfRecord ? nil : title,
        href: isOfRecord || version.size > 1 || present == nil
          ? nil : page.withoutResponse.with { $0.record = version.record }.href,
        drawing: (after ?? before ?? present).flatMap(drawing), icon: Entity.icon,
        guide: isOfSite ? guide : nil, visitor: version.visitor,
        kind: version.kind == .update && !differences.isEmpty ? nil : version.kind.label,
        differences: differences, step: step, isUndone: isUndone && version.kind != .sample)
    }
  }
}

/// A list of changes, with their buttons: those of one record, or of a day.
package struct ChangeList: Component {
  private let lines: [ChangeLine]
  private let isOfDay: Bool

  /// - Parameters:
  ///   - lines: the changes.
  ///   - isOfDay: true if the list is under its day; false for lines with their days.
  package init(_ lines: [ChangeLine], isOfDay: Bool = false) {
    self.lines = lines
    self.isOfDay = isOfDay
  }

  package var body: some HTML {
    ol {
      ForEach(lines) { line in
        li {
          if isOfDay {
            div {
              time { line.date.clock }.datetime(line.date.iso8601)
              if line.title != nil {
                span {
                  if let drawing = line.drawing {
                    svg { use().href(drawing) }.class("draw").viewBox(ViewBox(0, 0, 48, 48))
                      .aria(.hidden, "true")
                  } else {
                    Icon(line.icon)
                  }
                }
                .class("plate")
              }
              div { Content(line: line) }.class("row-text")
              StepForm(line: line)
            }
            .class("row")
          } else {
            time { line.date.day }.datetime(line.date.iso8601)
            div { Content(line: line) }
            StepForm(line: line)
          }
        }
        .class(line.guide?.name)
      }
    }
    .class(isOfDay ? "rows" : "changes")
  }

  private struct Content: Component {
    let line: ChangeLine

    var body: some HTML {
      if let title = line.title {
        p {
          if let href = line.href {
            a { title }.href(href).dir(.auto)
          } else {
            bdi { title }
          }
          if let visitor = line.visitor { small { visitor }.dir(.auto) }
        }
        .class("row-name")
      }
      p {
        if line.title == nil, let visitor = line.visitor {
          bdi { visitor }
          ": "
        }
        if let guide = line.guide { "\(guide.title) · " }
        if let kind = line.kind { kind }
        ForEach(line.differences) { difference in
          if difference.isLater || line.kind != nil { ", " }
          "\(difference.label) "
          if !difference.old.isEmpty { del { difference.old }.dir(.auto) }
          if !difference.old.isEmpty, !difference.new.isEmpty { " to " }
          if !difference.new.isEmpty { ins { difference.new }.dir(.auto) }
          if difference.new.isEmpty { " removed" }
        }
      }
      .class(line.title == nil ? nil : "row-note")
    }
  }

  private struct StepForm: Component {
    let line: ChangeLine

    var body: some HTML {
      if let step = line.step {
        ForWriters {
          form {
            ForEach(step.fields) { $0 }
            button {
              step.label
              span {
                " " + [line.title, line.date.minute].compactMap(\.self).joined(separator: ", ")
              }
              .class("vh")
            }
          }
          .post(to: step.action)
        }
      } else if line.isUndone {
        small { "undone" }
      }
    }
  }
}

extension RecordVersion {
  /// Returns the fields that the change of an existing record changed, in the order of their
  /// declaration, followed by those that were retired.
  ///
  /// - Parameter isForSeveral: true if the first record stands for several: their former values
  ///   can differ.
  fileprivate func differences<Entity: Record>(
    of type: Entity.Type, isForSeveral: Bool, _ context: RecordsContext
  ) -> [ChangeLine.Difference] {
    // Of an import and an undoing, each record has changes of its own.
    guard let before, let after, !isForSeveral || kind == .update else { return [] }
    func difference(
      _ name: String, _ label: String, _ shown: (RecordContent) -> String
    ) -> ChangeLine.Difference? {
      guard before.values[name] != after.values[name] else { return nil }
      return ChangeLine.Difference(
        label: label, old: isForSeveral ? "" : shown(before).shortened,
        new: shown(after).shortened)
    }
    let present = Entity.fields.stored.compactMap { field in
      difference(field.name, field.label) { $0.shown(field, in: context) }
    }
    let known = Set(Entity.fields.stored.map(\.name))
    let retired = Set(before.values.keys).union(after.values.keys).subtracting(known).sorted()
      .compactMap { name in difference(name, words(name)) { $0.values[name]??.text ?? "" } }
    return (present + retired).enumerated().map { index, difference in
      var difference = difference
      difference.isLater = index > 0
      return difference
    }
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
  fileprivate var shortened: String { count > 80 ? "\(prefix(80))…" : self }
}
