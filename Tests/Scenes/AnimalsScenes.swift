#if DEBUG
import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
import Markup

@testable import AnimalsData
@testable import AnimalsUI
@testable import Records

extension AnimalsPage {
  /// Every state of the page and of its parts, for the gallery and the tests.
  static var previews: [Preview] {
    Preview.all(
      of: Presenter.self, in: lists + details + dialogs + editors + names, title: { $0.title },
      hasDialog: { $0.dialog?.isOverPage == true }
    ).map { preview in
      var preview = preview
      preview.styleSheets = styleSheets
      return preview
    }
      + Preview.excerpts(of: AnimalsExcerpt.Presenter.self) { text, isEmpty in
        AnimalsExcerpt.preview(text, isEmpty: isEmpty)
      }
  }

  private static let mammals = AnimalsLocation(categoryId: "Mammal")
  private static let kangaroo = AnimalsLocation(categoryId: "Mammal", animalId: "Kangaroo")
  private static let importing = AnimalsLocation(categoryId: AnimalsLocation.all).with {
    $0.animalId = "import"
    $0.notice = .imported
    $0.several = 5_000
  }
  private static let newest = AnimalsLocation(categoryId: AnimalsLocation.all).with {
    $0.order = .newest
  }
  private static let error = "The disk is full, so nothing could be saved."

  private static var lists: [PreviewScene<ViewState>] {
    [
      scene("first-load", "The first load is in progress", [.head, .categories, .detail]) {
        state, _ in
        state = AnimalsState()
      },
      scene("first-load-failed", "The first load failed", [.categories]) { state, text in
        state = AnimalsState()
        state.categories.status = .failure(error: text(error))
        state.animals.status = .failure(error: text(error))
      },
      scene("nothing-selected", "No category is selected", [.head, .categories, .animals]),
      scene("reloading", "A reload is in progress", [.categories, .animals], at: mammals) {
        state, _ in
        state.categories.status = .waiting
        state.animals.status = .waiting
      },
      scene(
        "reload-failed", "A reload failed; the animals loaded before stay",
        [.categories, .animals], at: mammals
      ) { state, text in
        state.categories.status = .failure(error: text(error))
        state.animals.status = .failure(error: text(error))
      },
      scene(
        "reloaded", "After a reload",
        at: AnimalsLocation().with {
          $0.notice = .reloaded
          $0.change = "reset-0"
        }
      ) { state, _ in
        state.animals.remove("Dog")
        let origin = ChangeOrigin(date: Date(timeIntervalSince1970: 0), cause: .reset)
        state.apply(.samples(replacing: state, by: origin), at: 0)
      },
      scene("importing", "A large file is being imported", at: importing) { state, _ in
        state.animals.queue["import"] = .waiting
        state.animals.records.parts["import"] = OperationPart(done: 1_200, of: 5_000)
      },
      scene("import-failed", "An import failed", at: importing) { state, text in
        state.animals.queue["import"] = .failure(error: text(error))
      },
      scene(
        "category", "A category is selected", [.categories, .animals, .row], at: mammals),
      scene(
        "empty-category", "A category without animals", [.animals], at: .init(categoryId: "Fish")),
      scene(
        "animals-loading", "Categories are loaded, animals are loading", [.animals], at: mammals
      ) {
        state, _ in
        state.animals = .init(status: .waiting)
      },
      scene(
        "animals-failed", "Categories are loaded, animals failed to load", [.animals], at: mammals
      ) {
        state, text in
        state.animals = .init(status: .failure(error: text(error)))
      },
      scene(
        "deleted", "After a deletion",
        at: .init(categoryId: "Mammal", animalId: "Dingo", notice: .deleted)
      ) { state, text in
        let dingo = Animal(
          animalId: "Dingo", name: text("Dingo"), diet: .carnivorous, categoryId: "Mammal")
        state.animals.data[dingo.id] = dingo
        let origin = ChangeOrigin(date: Date(timeIntervalSince1970: 0))
        state.animals.perform(
          RecordsOperation(id: dingo.id, old: dingo, new: nil, by: origin))
      },
    ]
  }

  private static var details: [PreviewScene<ViewState>] {
    [
      scene("animal", "An animal is selected", [.animals, .detail, .column], at: kangaroo),
      scene(
        "added", "After an addition",
        at: .init(categoryId: "Mammal", animalId: "Kangaroo", notice: .added)),
      scene(
        "updated", "After a change",
        at: .init(categoryId: "Mammal", animalId: "Kangaroo", notice: .updated)),
      scene("saving", "A change to the animal is being saved", [.detail], at: kangaroo) {
        state, _ in
        state.animals.queue["Kangaroo"] = .waiting
      },
      scene("save-failed", "The last change could not be saved", [.detail], at: kangaroo) {
        state, text in
        state.animals.queue["Kangaroo"] = .failure(error: text(error))
      },
    ]
  }

  private static var dialogs: [PreviewScene<ViewState>] {
    [
      scene(
        "delete", "The confirmation of a deletion", [.confirmation],
        at: kangaroo.with { $0.dialog = .delete }),
      scene(
        "delete-changed", "Someone else saved the animal before it was deleted", [.confirmation],
        at: kangaroo.with { $0.dialog = .delete }, isChanged: true),
      scene(
        "deleted-elsewhere", "The selected animal was deleted in another window", [.detail],
        at: .init(categoryId: "Mammal", animalId: "Kangaroo")
      ) { state, _ in
        let origin = ChangeOrigin(date: Date(timeIntervalSince1970: 0))
        state.animals.perform(
          RecordsOperation(
            id: "Kangaroo", old: state.animals.data["Kangaroo"], new: nil, by: origin))
      },
      scene("all", "All animals are listed, the newest first", [.animals], at: newest),
      scene(
        "search", "A search", [.head, .categories, .animals],
        at: AnimalsLocation().with { $0.search = "kangaroo" }),
      scene(
        "search-nothing", "A search without results", [.animals],
        at: AnimalsLocation().with { $0.search = "unicorn" }),
      scene(
        "select", "Boxes to select several animals", [.animals],
        at: mammals.with { $0.selection = .all }),
      PreviewScene("history", note: "A note, and the changes of the animal", parts: [.detail]) {
        text in
        var state = AnimalsState.samples(text)
        let animal = Animal(
          animalId: "Kangaroo", name: text("Red kangaroo"), diet: .herbivorous,
          categoryId: "Mammal", note: text("Seen at dawn.\nAlone."))
        state.animals.data[animal.id] = animal
        return Container(location: kangaroo, history: .success(versions(of: animal, text)))
          .viewState(SelectAnimals(state: state))
      },
      scene(
        "reload", "The confirmation of a reload", [.confirmation],
        at: mammals.with { $0.dialog = .reload }),
    ]
  }

  private static var editors: [PreviewScene<ViewState>] {
    [
      editor(
        "add", "An empty form", at: mammals,
        form: { _ in RecordForm(purpose: .add(id: "new"), showing: mammal) }),
      editor("edit", "A form with the current values", at: kangaroo, form: unchanged),
      editor(
        "edit-saving", "An earlier change is being saved", at: kangaroo, form: unchanged,
        change: { state, _ in state.animals.queue["Kangaroo"] = .waiting }),
      editor(
        "add-invalid", "No field was filled in", at: mammals,
        problem: { form, _ in validationProblem(of: form) },
        form: { _ in RecordForm(purpose: .add(id: "new")) }),
      editor(
        "edit-too-long", "The name is too long", at: kangaroo,
        problem: { form, _ in validationProblem(of: form) },
        form: { _ in
          var form = editing(.kangaroo)
          form["name"] = String(repeating: "Red kangaroo ", count: 16) + "again"
          return form
        }),
      editor(
        "conflict", "Someone else saved the animal first", at: kangaroo,
        problem: { _, text in
          .changed(
            stored: Animal(
              animalId: "Kangaroo", name: text("Eastern grey kangaroo"), diet: .herbivorous,
              categoryId: "Mammal"))
        }),
      editor(
        "deleted-conflict", "Someone else deleted the animal", at: mammals,
        problem: { _, _ in .deleted }),
      editor(
        "added-already", "The form was submitted twice", at: mammals,
        problem: { _, text in
          .addedAlready(
            Animal(
              animalId: "new", name: text("Red kangaroo"), diet: .herbivorous,
              categoryId: "Mammal"))
        }),
      editor(
        "similar", "Another animal has the same name", at: mammals,
        problem: { _, text in
          .similar(
            Animal(
              animalId: "other", name: text("Red kangaroo"), diet: .herbivorous,
              categoryId: "Mammal"))
        },
        form: { _ in RecordForm(purpose: .add(id: "new"), showing: mammal) }),
      editor(
        "not-saved", "The change could not be saved", at: kangaroo,
        problem: { _, text in .failed(text(error)) }),
      editor(
        "busy", "Another change was not saved in time", at: kangaroo, problem: { _, _ in .busy }),
    ]
  }

  private static var names: [PreviewScene<ViewState>] {
    let names = [
      ("name-of-one-letter", "x"),
      ("name-without-spaces", String(repeating: "Donaudampfschifffahrt", count: 9)),
      ("name-with-markup", #"<b>"O'Reilly" & 日本 🐼</b></h2><script>alert(1)</script>"#),
      ("name-right-to-left", "الكنغر الأحمر، أكبر الجرابيات الحية"),
      ("name-of-many-words", String(repeating: "Nebelgraue Zwergfledermaus ", count: 7)),
    ]
    return names.map { scene, name in
      Self.scene(scene, "Unusual names", [.detail], at: kangaroo) { state, _ in
        state.animals.put(
          Animal(animalId: "Kangaroo", name: name, diet: .herbivorous, categoryId: "Mammal"))
      }
    }
  }
}

extension PreviewPart<AnimalsPage.ViewState> {
  fileprivate static let head = Self(AnimalsPage.Head.self) { $0.head }
  fileprivate static let categories = Self(CategoryList.Presenter.self) {
    $0.categoryList
  } around: { list in
    columned(list, name: .heading("category-title"))
  }
  fileprivate static let animals = Self(AnimalList.Presenter.self) {
    $0.animalList
  } around: { list in
    columned(list, name: list.state == .noCategory ? .label("Animals") : .heading("animal-title"))
  }
  fileprivate static let row = Self(AnimalRow.self) { page in
    if case .animals(let animals) = page.animalList { animals.rows.first } else { nil }
  } around: { row in
    Panel(Tags.Div.self) { RowList { row } }
  }
  fileprivate static let detail = Self(AnimalDetail.Presenter.self) {
    $0.animalDetail
  } around: { detail in
    columned(detail, name: detail.state.name)
  }
  fileprivate static let column = Self(Column<AnimalDetail.Presenter>.self) {
    .init(
      content: $0.animalDetail, isCurrent: true,
      name: .heading("detail-title"))
  }
  fileprivate static let editor = Self(EditorDialog.self, isDialog: true) { page in
    if case .editor(let editor) = page.dialog { editor } else { nil }
  }
  fileprivate static let confirmation = Self(Confirmation.Presenter.self, isDialog: true) { page in
    if case .confirmation(let confirmation) = page.dialog { confirmation } else { nil }
  }

  private static func columned<Content: FragmentPresenter>(
    _ content: Content, name: AccessibleName
  ) -> some HTML {
    Panel(Tags.Div.self) { Column<Content>(content.state, isCurrent: true, name: name) }
  }
}

extension AnimalsPage {
  private typealias Problem = AnimalEditor.Container.Problem

  private static func unchanged(_ text: PreviewText) -> RecordForm<Animal> {
    editing(AnimalsState.samples(text).animals.data["Kangaroo"] ?? .kangaroo)
  }

  private static func typed(_ text: PreviewText) -> RecordForm<Animal> {
    var form = editing(.kangaroo)
    form["name"] = text("Red kangaroo (Osphranter rufus)")
    return form
  }

  /// An addition, and an update of the note.
  private static func versions(of animal: Animal, _ text: PreviewText) -> [RecordVersion] {
    var old = animal
    old.note = ""
    return [(old, animal, 2), (nil, old, 1)].map { before, after, number in
      RecordVersion(
        number: number, record: animal.id, operation: "\(number)", size: 1,
        date: RecordsContext().now.date, visitor: text("anna"),
        kind: before == nil ? .add : .update, before: before.map { RecordContent($0) },
        after: RecordContent(after))
    }
  }

  private static func editing(_ animal: Animal) -> RecordForm<Animal> {
    RecordForm(editing: Entry(id: animal.id, record: animal))
  }

  private static let mammal = Animal(
    animalId: "", name: "", diet: .herbivorous, categoryId: "Mammal")

  /// Validates a form as the site does.
  private static func validationProblem(of form: RecordForm<Animal>) -> Problem? {
    do throws(FieldErrors<String>) {
      _ = try form.record(editing: nil, in: SelectAnimals(state: .samples()).records())
      return nil
    } catch {
      return .fields(error)
    }
  }

  private static func scene(
    _ name: String, _ note: String, _ parts: [PreviewPart<ViewState>] = [],
    at location: AnimalsLocation = .init(), isChanged: Bool = false,
    change: @escaping @Sendable (inout AnimalsState, PreviewText) -> Void = { _, _ in }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: parts) { text in
      var state = AnimalsState.samples(text)
      change(&state, text)
      return Container(location: location, content: EditingPage(isChanged: isChanged))
        .viewState(SelectAnimals(state: state))
    }
  }

  private static func editor(
    _ name: String, _ note: String, at location: AnimalsLocation,
    problem: @escaping @Sendable (RecordForm<Animal>, PreviewText) -> Problem? = { _, _ in nil },
    form: @escaping @Sendable (PreviewText) -> RecordForm<Animal> = typed,
    change: @escaping @Sendable (inout AnimalsState, PreviewText) -> Void = { _, _ in }
  ) -> PreviewScene<ViewState> {
    PreviewScene(name, note: note, parts: [.editor]) { text in
      var state = AnimalsState.samples(text)
      change(&state, text)
      let form = form(text)
      let content = EditingPage(form: form, problem: problem(form, text))
      return Container(location: location, content: content).viewState(SelectAnimals(state: state))
    }
  }
}

extension AnimalsState {
  /// The state after the sample data was loaded.
  static func samples(_ text: PreviewText = .plain) -> AnimalsState {
    let categories = AnimalsData.Category.samples.map {
      AnimalsData.Category(categoryId: $0.id, name: text($0.name))
    }
    let animals = Animal.samples.map {
      Animal(animalId: $0.id, name: text($0.name), diet: $0.diet, categoryId: $0.categoryId)
    }
    return AnimalsState(
      categories: Categories(
        data: TreeDictionary(uniqueKeysWithValues: categories.map { ($0.id, $0) }),
        status: .success),
      animals: Animals(
        data: TreeDictionary(uniqueKeysWithValues: animals.map { ($0.id, $0) }),
        status: .success))
  }
}

extension AnimalsExcerpt {
  /// The state of the panel in previews of the front page.
  ///
  /// - Parameter isEmpty: true for a state without animals.
  static func preview(_ text: PreviewText, isEmpty: Bool) -> ViewState {
    Container().viewState(SelectAnimals(state: isEmpty ? AnimalsState() : .samples(text)))
  }
}
#endif
