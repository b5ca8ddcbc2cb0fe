import AnimalsData
import HashTreeCollections
public import ImmutableUI
import Markup

extension AnimalsPage {
  /// Every state of the page, for people to look at and for tests to check.
  public static var previews: [Preview] {
    lists + details + dialogs + editors + names
  }

  private static let mammals = AnimalsRoute.Location(categoryId: "Mammal")
  private static let kangaroo = AnimalsRoute.Location(categoryId: "Mammal", animalId: "Kangaroo")
  private static let error = "The disk is full."

  private static var lists: [Preview] {
    [
      preview("first-load", "Nothing has come yet", at: .init(), in: AnimalsState()),
      preview("first-load-failed", "Nothing could be loaded", at: .init()) {
        $0 = AnimalsState()
        $0.categories.status = .failure(error: error)
        $0.animals.status = .failure(error: error)
      },
      preview("nothing-selected", "The page as one comes to it", at: .init()),
      preview("reloading", "The sample data are on their way", at: mammals) {
        $0.categories.status = .waiting
        $0.animals.status = .waiting
      },
      preview("reload-failed", "What was there before is kept", at: mammals) {
        $0.categories.status = .failure(error: error)
        $0.animals.status = .failure(error: error)
      },
      preview("reloaded", "After a reload", at: .init(notice: .reloaded)),
      preview("category", "A category is selected", at: mammals),
      preview("empty-category", "A category without animals", at: .init(categoryId: "Fish")),
      preview("animals-loading", "Categories are there, animals not yet", at: mammals) {
        $0.animals = .init(status: .waiting)
      },
      preview("animals-failed", "Categories are there, animals are not", at: mammals) {
        $0.animals = .init(status: .failure(error: error))
      },
      preview("deleted", "After a deletion", at: .init(categoryId: "Mammal", notice: .deleted)),
    ]
  }

  private static var details: [Preview] {
    [
      preview("animal", "An animal is selected", at: kangaroo),
      preview(
        "added", "After an addition",
        at: .init(categoryId: "Mammal", animalId: "Kangaroo", notice: .added)),
      preview(
        "updated", "After a change",
        at: .init(categoryId: "Mammal", animalId: "Kangaroo", notice: .updated)),
      preview("saving", "A change of the animal is under way", at: kangaroo) {
        $0.animals.queue["Kangaroo"] = .waiting
      },
      preview("save-failed", "The last change could not be kept", at: kangaroo) {
        $0.animals.queue["Kangaroo"] = .failure(error: error)
      },
    ]
  }

  private static var dialogs: [Preview] {
    [
      preview("delete", "The question before a deletion", at: kangaroo.opening(.alert(.delete))),
      preview("reload", "The question before a reload", at: mammals.opening(.alert(.reload))),
    ]
  }

  private static var editors: [Preview] {
    let stored = Animal(
      animalId: "Kangaroo", name: "Eastern grey kangaroo", diet: .herbivorous,
      categoryId: "Mammal")
    let unfilled = AnimalForm(purpose: .add(id: "new"))
    let adding = AnimalForm(purpose: .add(id: "new"), categoryId: "Mammal")
    var typed = AnimalForm(editing: .kangaroo)
    typed.name = "Red kangaroo (Osphranter rufus)"
    var tooLong = typed
    tooLong.name = String(repeating: "Red kangaroo ", count: 16) + "again"
    return [
      preview("add", "A new animal", at: mammals, form: adding),
      preview("edit", "A change of an animal", at: kangaroo, form: AnimalForm(editing: .kangaroo)),
      preview(
        "edit-saving", "An earlier change is under way", at: kangaroo,
        form: AnimalForm(editing: .kangaroo)
      ) {
        $0.animals.queue["Kangaroo"] = .waiting
      },
      preview(
        "add-invalid", "Nothing was filled in", at: mammals,
        form: unfilled, problem: problem(with: unfilled)),
      preview(
        "edit-too-long", "The name is too long", at: kangaroo, form: tooLong,
        problem: problem(with: tooLong)),
      preview(
        "changed-meanwhile", "Two people saved", at: kangaroo, form: typed,
        problem: .changed(stored: stored)),
      preview(
        "deleted-meanwhile", "Somebody deleted it", at: mammals, form: typed, problem: .deleted),
      preview(
        "added-already", "The form was used twice", at: mammals, form: typed,
        problem: .addedAlready(name: "Red kangaroo")),
      preview("not-kept", "The disk is full", at: kangaroo, form: typed, problem: .failed(error)),
      preview(
        "busy", "Another change did not end in time", at: kangaroo, form: typed, problem: .busy),
    ]
  }

  private static var names: [Preview] {
    let names = [
      ("name-of-one-letter", "x"),
      ("name-without-spaces", String(repeating: "Donaudampfschifffahrt", count: 9)),
      ("name-with-markup", #"<b>"O'Reilly" & 日本 🐼</b></h2><script>alert(1)</script>"#),
      ("name-right-to-left", "الكنغر الأحمر، أكبر الجرابيات الحية"),
      ("name-of-many-words", String(repeating: "Nebelgraue Zwergfledermaus ", count: 7)),
    ]
    return names.map { preview, name in
      Self.preview(preview, "Names that people type", at: kangaroo) {
        $0.animals.data["Kangaroo"] = Animal(
          animalId: "Kangaroo", name: name, diet: .herbivorous, categoryId: "Mammal")
      }
    }
  }
}

extension AnimalsPage {
  private typealias Problem = AnimalEditor.Container.Problem

  /// What is wrong with a form, found as the site finds it.
  private static func problem(with form: AnimalForm) -> Problem? {
    do throws(FieldErrors<AnimalForm.Field>) {
      _ = try form.action(SelectAnimals(state: .samples))
      return nil
    } catch {
      return .fields(error)
    }
  }

  private static func preview(
    _ name: String, _ note: String, at location: AnimalsRoute.Location,
    in state: AnimalsState = .samples, form: AnimalForm? = nil,
    problem: Problem? = nil,
    change: (inout AnimalsState) -> Void = { _ in }
  ) -> Preview {
    var state = state
    change(&state)
    let select = SelectAnimals(state: state)
    let editor = form.map {
      AnimalEditor.Container(location: location, form: $0, problem: problem)
    }
    let viewState = Container(location: location, editor: editor).viewState(select)
    return Preview(
      name, note: note, title: viewState.title, hasDialog: viewState.dialog != nil
    ) {
      Presenter(state: viewState)
    }
  }
}

extension AnimalsState {
  /// The sample data, as after loading them.
  static var samples: AnimalsState {
    AnimalsState(
      categories: Categories(
        data: TreeDictionary(
          uniqueKeysWithValues: AnimalsData.Category.samples.map { ($0.id, $0) }),
        status: .success),
      animals: Animals(
        data: TreeDictionary(uniqueKeysWithValues: Animal.samples.map { ($0.id, $0) }),
        status: .success))
  }
}
