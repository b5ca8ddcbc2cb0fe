import AnimalsData
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Look
import Records
import Testing

@testable import AnimalsUI
@testable import Scenes

/// The contents of the columns in each state.
@Suite struct AnimalsContainerTests {
  private let mammals = AnimalsLocation(categoryId: "Mammal")
  private let dog = AnimalsLocation(categoryId: "Mammal", animalId: "Dog")

  private func select(_ change: (inout AnimalsState) -> Void = { _ in }) -> SelectAnimals {
    var state = AnimalsState.samples()
    change(&state)
    return SelectAnimals(state: state)
  }

  @Test func `Categories are sorted, counted and one is selected`() {
    let state = CategoryList.Container(location: mammals).viewState(select())
    #expect(
      state.rows.map(\.name) == [
        "All animals", "Amphibian", "Bird", "Fish", "Invertebrate", "Mammal", "Reptile",
      ])
    #expect(state.rows.map(\.count) == ["6", "1", "1", "0", "0", "4", "0"])
    #expect(
      state.rows.map(\.unit)
        == [" animals", " animal", " animal"] + Array(repeating: " animals", count: 4))
    #expect(state.rows.filter(\.isSelected).map(\.name) == ["Mammal"])
  }

  @Test(
    arguments: [
      (nil, .waiting), (.waiting, .waiting), (.success, .settled), (.empty, .settled),
      (.failure(error: "Why."), .failed("The categories could not be loaded. Why.")),
    ] as [(Status?, ProgressState)])
  func `Categories are shown in each status`(status: Status?, progress: ProgressState) {
    let state = CategoryList.Container(location: .init()).viewState(
      select { $0.categories.status = status })
    #expect(state.progress == progress)
    let page = AnimalsPage.Container(location: .init()).viewState(
      select { $0.categories.status = status })
    #expect((page.head.reload == nil) == (status == .waiting))
  }

  @Test(
    arguments: [
      (nil, .settled, true), (.waiting, .waiting, false), (.success, .settled, true),
      (.failure(error: "Why."), .failed("Saving the last change failed. Why."), true),
    ] as [(Status?, ProgressState, Bool)])
  func `An animal is shown in each status of its last change`(
    status: Status?, progress: ProgressState, canEdit: Bool
  ) {
    let state = AnimalDetail.Container(location: dog).viewState(
      select { $0.animals.queue["Dog"] = status })
    guard case .animal(let animal) = state else {
      Issue.record("there is no animal")
      return
    }
    #expect(animal.progress == progress)
    #expect((animal.edit != nil) == canEdit)
    #expect((animal.delete != nil) == canEdit)
  }

  @Test func `No animal can be added while the animals are loading`() {
    let state = AnimalList.Container(location: mammals).viewState(
      select { $0.animals.status = .waiting })
    guard case .animals(let animals) = state else {
      Issue.record("there is no category")
      return
    }
    #expect(animals.add == nil)
  }

  @Test func `An animal without its category is not shown`() {
    let state = AnimalDetail.Container(location: dog).viewState(
      select { $0.categories.data["Mammal"] = nil })
    #expect(state == .noAnimal)
  }

  @Test(arguments: [
    (AnimalsLocation(), "Animals"),
    (.init(categoryId: "Fish"), "Fish - Animals"),
    (.init(categoryId: "Mammal", animalId: "Dog"), "Dog, Mammal"),
    (.init(categoryId: "Mammal", animalId: "Dog", dialog: .delete), "Delete Dog?"),
    (.init(dialog: .reload), "Reset sample data?"),
  ])
  func `Each page has its title`(location: AnimalsLocation, title: String) {
    #expect(AnimalsPage.Container(location: location).viewState(select()).title == title)
  }

  @Test(
    arguments: [
      (AnimalsLocation(), .categoryList), (.init(categoryId: "Fish"), .animalList),
      (.init(categoryId: "Mammal", animalId: "Dog"), .animalDetail),
    ] as [(AnimalsLocation, AnimalsPage.ViewState.Column)])
  func `A narrow screen shows the column of the location`(
    location: AnimalsLocation, column: AnimalsPage.ViewState.Column
  ) {
    #expect(AnimalsPage.Container(location: location).viewState(select()).current == column)
  }

  @Test func `The editor cannot save while an earlier change is in progress`() {
    let editor = AnimalEditor.Container(
      location: dog, form: RecordForm(editing: Entry(id: "Dog", record: .dog)))
    #expect(editor.viewState(select { $0.animals.queue["Dog"] = .waiting }).isSaving)
    #expect(!editor.viewState(select()).isSaving)
  }

  @Test func `Different contents have different versions`() {
    let others = [
      Animal(animalId: "Dog", name: "Dogs", diet: .carnivorous, categoryId: "Mammal"),
      Animal(animalId: "Dog", name: "Dog", diet: .omnivorous, categoryId: "Mammal"),
      Animal(animalId: "Dog", name: "Dog", diet: .carnivorous, categoryId: "Bird"),
      Animal(
        animalId: "Dog", name: "Dog", diet: .carnivorous, categoryId: "Mammal", note: "Barks."),
    ]
    #expect(Set(others.map(\.version) + [Animal.dog.version]).count == 5)
  }
}
