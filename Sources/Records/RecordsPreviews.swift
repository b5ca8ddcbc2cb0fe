import Foundation
import HashTreeCollections
import ImmutableData
public import ImmutableUI
import Look

extension RecordsPage {
  /// Previews of all states of a guide of records, for the gallery and for tests.
  public static var previews: [Preview] { previews(by: Presenter.self) }

  /// Returns previews of all states with a custom presenter.
  public static func previews<Content: ImmutableUI.Presenter>(
    by presenter: Content.Type
  ) -> [Preview] where Content.ViewState == ViewState {
    let pages = Preview.all(
      of: presenter, in: scenes, title: \.title, hasDialog: { $0.dialog?.isOverPage == true }
    ).map { preview in
      var preview = preview
      preview.styleSheets = [styleSheet]
      return preview
    }
    return pages
      + Preview.excerpts(of: RecordsExcerpt<Entity>.self) { text, isEmpty in
        let state = isEmpty ? RecordsState(status: .success) : samples(text: text)
        return Container(location: .init()).viewState(Select(state: state)).excerpt
      }
  }

  /// The name of the style sheet that few pages need.
  package static var styleSheet: String { "page-records.css" }

  private static var scenes: [PreviewScene<ViewState>] {
    let error = "The disk is full."
    let all = RecordsLocation<Entity>()
    let selected = all.with { $0.record = "1" }
    return [
      scene("loading", "The records are being loaded", [list]) { state, _ in
        state.status = .waiting
        state.records = [:]
      },
      scene("failed", "Loading failed", [list]) { state, text in
        state.status = .failure(error: text(error))
        state.records = [:]
      },
      scene("empty", "There are no records", [head, list, detail]) { state, _ in
        state.records = [:]
      },
      scene(
        "filtered", "Nothing matches the filter", [filter, list],
        at: all.with { $0.search = "zzzzzz" }),
      scene("selected", "A record is selected", [head, list, detail], at: selected),
      scene("saving", "A change is being saved", [detail], at: selected) { state, _ in
        state.queue["1"] = .waiting
      },
      editor("add", "A new record") { _ in RecordForm(purpose: .add(id: "new")) },
      editor("invalid", "Every field is invalid") { _ in
        var form = RecordForm<Entity>(purpose: .add(id: "new"))
        for field in Entity.fields.editable {
          let length = (field.kind as? TextKind)?.characters.upperBound ?? 0
          form[field.name] =
            field.isRequired ? "" : String(repeating: "x", count: length + 1)
        }
        return form
      } problem: { form, _ in
        do throws(FieldErrors<String>) {
          _ = try form.record()
          return nil
        } catch {
          return .fields(error)
        }
      },
      editor("conflict", "Someone else saved the record first") { text in
        RecordForm(editing: Entry(id: "1", record: samples(text)[0]))
      } problem: { _, text in
        .changed(stored: samples(text)[1])
      },
      scene(
        "delete", "The confirmation before a deletion", [dialog(Confirmation.Presenter.self)],
        at: selected.with { $0.dialog = .delete }),
      dialog("changes", "The recent changes", ChangesPage.self, at: all) { text in
        let records = samples(text)
        let lines: [ChangeLine] = ChangeLine.lines(
          of: versions(of: records, text), at: all, in: RecordsContext(),
          stored: { _ in records[0] })
        return .changes(
          ChangesPage.ViewState(
            title: "Changes - \(Entity.names.title)",
            subject: Link(label: Entity.names.title, href: all.href), lines: lines,
            ChangesFilter(), at: RecordsContext().now, in: Entity.zone, page: all.href, note: "",
            newest: nil, older: all.href))
      },
      scene(
        "select", "Boxes to select several records", [head, list, detail],
        at: all.with { $0.selection = .all }),
      dialog(
        "several", "Several records are to be deleted", SeveralDialog.self,
        at: all.with { $0.selection = .on }
      ) { .several(several($0)) },
      dialog("import", "A file is to be imported", ImportDialog.self, at: all) { _ in
        .importing(ImportDialog.ViewState(of: Entity.self, nil, at: all))
      },
      dialog("import-problems", "A file has wrong values", ImportDialog.self, at: all) { text in
        let check = ImportDialog.Check(
          summary: "1 row is left out.",
          problems: [
            ImportDialog.Problem(
              line: "2", column: text("Name"), value: text("…"), reason: text("Too long."))
          ],
          choices: [
            ImportDialog.Choice(line: "3", title: text("Fern"), changes: text("Height: 1 to 2"))
          ], moreChoices: nil,
          ignored: text("“colour” is not known."), isError: true, confirm: nil, fields: [])
        return .importing(ImportDialog.ViewState(of: Entity.self, check, at: all))
      },
    ]
  }

  /// The question before several records are deleted, of which one has to stay.
  private static func several(_ text: PreviewText) -> SeveralDialog.ViewState {
    let records = samples(text)
    return SeveralDialog.ViewState(
      title: "Delete 1 \(Entity.names.one)?", message: "It is deleted for everyone.",
      names: [records[0].title],
      refused: [
        SeveralDialog.Refused(
          title: records[1].title, reason: "Other records refer to it: 2 loans.")
      ],
      isError: false, input: nil, confirm: "Yes, delete 1 \(Entity.names.one)",
      isDangerous: true, action: RecordsLocation<Entity>().href,
      cancel: RecordsLocation<Entity>().href, fields: [HiddenField("selected", "1")])
  }

  /// An addition, and an update that changes the first sample.
  private static func versions(of records: [Entity], _ text: PreviewText) -> [RecordVersion] {
    let date = RecordsContext().now.date
    let (old, new) = (RecordContent(records[1]), RecordContent(records[0]))
    return [
      RecordVersion(
        number: 2, record: "1", operation: "2", size: 1, date: date, visitor: text("ada"),
        kind: .update, before: old, after: new),
      RecordVersion(
        number: 1, record: "1", operation: "1", size: 1, date: date.addingTimeInterval(-86_400),
        visitor: nil, kind: .add, before: nil,
        after: old),
    ]
  }

  private typealias Part = PreviewPart<ViewState>

  private static var head: Part { Part(RecordsHead.self) { $0.head } }
  private static var filter: Part { Part(RecordsFilter.self) { $0.filter } }
  private static var list: Part { Part(RecordList.self) { $0.list } }
  private static var detail: Part { Part(RecordDetail.self) { $0.detail } }

  private static func dialog<Shown: FragmentPresenter>(_ presenter: Shown.Type) -> Part {
    Part(presenter, isDialog: true) { $0.dialog?.content as? Shown.ViewState }
  }

  private static func scene(
    _ name: String, _ note: String, _ parts: [Part],
    at location: RecordsLocation<Entity> = .init(),
    change: @escaping @Sendable (inout RecordsState<Entity>, PreviewText) -> Void = { _, _ in }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: parts) { text in
      var state = samples(text: text)
      change(&state, text)
      return Container(location: location).viewState(Select(state: state))
    }
  }

  private static func editor(
    _ name: String, _ note: String,
    form: @escaping @Sendable (PreviewText) -> RecordForm<Entity>,
    problem:
      @escaping @Sendable (RecordForm<Entity>, PreviewText) -> EditProblem<Entity, String>? = {
        _, _ in nil
      }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: [dialog(EditorDialog.self)]) { text in
      let form = form(text)
      let content = EditingPage(form: form, problem: problem(form, text))
      return Container(location: .init(), content: content)
        .viewState(Select(state: samples(text: text)))
    }
  }

  /// A dialog that does not depend on the state alone.
  private static func dialog(
    _ name: String, _ note: String, _ presenter: (some FragmentPresenter).Type,
    at location: RecordsLocation<Entity>,
    content: @escaping @Sendable (PreviewText) -> RecordsPage.Dialog
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: [dialog(presenter)]) { text in
      Container(location: location, content: EditingPage(dialog: content(text)))
        .viewState(Select(state: samples(text: text)))
    }
  }

  /// A state with sample records.
  private static func samples(text: PreviewText) -> RecordsState<Entity> {
    let records = samples(text).enumerated().map { (String($0 + 1), $1) }
    return RecordsState(
      records: TreeDictionary(uniqueKeysWithValues: records), status: .success)
  }

  /// Returns at least two records, with texts in the language of the preview:
  /// the samples of the type, or blank records.
  private static func samples(_ text: PreviewText) -> [Entity] {
    let samples = Entity.samples.prefix(12) + Array(repeating: Entity(), count: 2)
    return samples.prefix(max(2, Entity.samples.count)).enumerated().map { index, sample in
      var record = sample
      for field in Entity.fields.editable {
        guard let kind = field.kind as? TextKind, kind.form == .line || kind.form == .lines
        else { continue }
        let old = field.text(of: sample)
        let words = text(old.isEmpty ? "\(field.label) \(index + 1)" : old)
        try? field.parse(String(words.prefix(kind.characters.upperBound)), into: &record)
      }
      return record
    }
  }
}
