import AnimalsData
import ImmutableData
import ImmutableUI
import Records
import Testing

@testable import AnimalsUI
@testable import Scenes

/// The selectors that each action recomputes.
@Suite struct AnimalsSelectorTests {
  private typealias Session = AnimalsAction.Data.PersistentSession

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let action: AnimalsAction
    /// The number of times each output is recomputed.
    let categories: Int
    let mammals: Int
    let birds: Int
    let counts: Int

    var testDescription: String { name }
  }

  /// The log has a change of the dog.
  private static func dogBecame(
    _ name: String, in categoryId: AnimalsData.Category.ID
  ) -> AnimalsAction {
    let new = Animal(animalId: "Dog", name: name, diet: .carnivorous, categoryId: categoryId)
    return .data(
      .log([.edited(RecordsOperation(id: "Dog", old: .dog, new: new), firstNumber: 7)]))
  }

  @Test(arguments: [
    Row(
      name: "categoryList.onAppear", action: .ui(.categoryList(.onAppear)), categories: 0,
      mammals: 0, birds: 0, counts: 0),
    Row(
      name: "onTapUpdateAnimalButton",
      action: .ui(
        .animalEditor(
          .onTapUpdateAnimalButton(
            animalId: "Dog", name: "Hound", diet: .carnivorous, categoryId: "Mammal"))),
      categories: 0, mammals: 0, birds: 0, counts: 0),
    Row(
      name: "an update within a category",
      action: dogBecame("Hound", in: "Mammal"), categories: 0, mammals: 1, birds: 0, counts: 1),
    Row(
      name: "an update to another category",
      action: dogBecame("Dog", in: "Bird"), categories: 0, mammals: 1, birds: 1, counts: 1),
    Row(
      name: "an update to what it was",
      action: dogBecame("Dog", in: "Mammal"), categories: 0, mammals: 0, birds: 0, counts: 1),
    Row(
      name: "didDeleteAnimal failure",
      action: .data(
        .persistentSession(.didDeleteAnimal(animalId: "Dog", result: .failure(error: "full")))),
      categories: 0, mammals: 0, birds: 0, counts: 0),
    Row(
      name: "didFetchCategories with nothing new",
      action: .data(
        .persistentSession(
          .didFetchCategories(result: .success(categories: AnimalsData.Category.samples)))),
      categories: 0, mammals: 0, birds: 0, counts: 0),
    Row(
      name: "other animals and categories",
      action: .data(.log([.everything(categories: [.mammal, .bird], animals: [.dog])])),
      categories: 1, mammals: 1, birds: 1, counts: 1),
  ])
  func `An action recomputes only the selectors it affects`(_ row: Row) throws {
    let store = Store(
      initialState: AnimalsState.samples(), reducer: AnimalsReducer.reduce(state:action:))
    let cache = SelectorCache(store: store)
    func outputs() -> [Int] {
      let select = cache.read()
      _ = select(.categoriesValues)
      _ = select(.animalsValues(categoryId: "Mammal"))
      _ = select(.animalsValues(categoryId: "Bird"))
      _ = select(.animalsCounts)
      return [
        cache.counts(of: .categoriesValues), cache.counts(of: .animalsValues(categoryId: "Mammal")),
        cache.counts(of: .animalsValues(categoryId: "Bird")), cache.counts(of: .animalsCounts),
      ].map { $0?.outputSelects ?? -1 }
    }
    #expect(outputs() == [1, 1, 1, 1])
    try store.dispatch(action: row.action)
    #expect(
      zip(outputs(), [1, 1, 1, 1]).map { $0 - $1 } == [
        row.categories, row.mammals, row.birds, row.counts,
      ])
  }

  @Test func `Selectors have the specified labels`() {
    func label<Output>(_ selector: ViewSelector<AnimalsState, AnimalsAction, Output>) -> String {
      selector.label
    }
    #expect(label(.animalsValues(categoryId: "Fish")) == "SelectAnimalsValues(categoryId: Fish)")
    #expect(label(.animalsValues(categoryId: nil)) == "SelectAnimalsValues(categoryId: nil)")
    #expect(label(.animal(animalId: "Dog")) == "SelectAnimal(animalId: Dog)")
    #expect(label(.category(animalId: nil)) == "SelectCategory(animalId: nil)")
    #expect(label(.category(categoryId: "Fish")) == "SelectCategory(categoryId: Fish)")
    #expect(label(.animalStatus(animalId: "Dog")) == "SelectAnimalStatus(animalId: Dog)")
    #expect(label(.categoriesStatus) == "SelectCategoriesStatus")
    #expect(label(.animalsStatus) == "SelectAnimalsStatus")
    #expect(label(.categoriesValues) == "SelectCategoriesValues")
  }

  @Test func `Reading the same page again recomputes nothing`() {
    let store = Store(
      initialState: AnimalsState.samples(), reducer: AnimalsReducer.reduce(state:action:))
    let cache = SelectorCache(store: store)
    let container = AnimalsPage.Container(
      location: AnimalsLocation(categoryId: "Mammal", animalId: "Dog"))
    #expect(container.viewState(cache.read()) == container.viewState(cache.read()))
    let page = AnimalsList(categoryId: "Mammal")
    #expect(
      cache.counts(of: .animalsPage(of: page, page: nil, animalId: "Dog"))?.outputSelects == 1)
    #expect(cache.counts(of: .animal(animalId: "Dog"))?.outputSelects == 1)
  }
}
