import AnimalsData
import HashTreeCollections
import Testing

@Suite struct AnimalsFilterTests {
  @Test(arguments: AnimalsAction.each)
  func `Fetched and reloaded categories concern the categories`(_ action: AnimalsAction) {
    let isIncluded = AnimalsFilter.filterCategories()(.loaded, action)
    let included: Set<ActionCase> = [.didFetchCategoriesSuccess, .didReloadSampleDataSuccess]
    #expect(isIncluded == included.contains(ActionCase(action)))
  }

  /// The actions that are about the dog, a mammal, or about all animals.
  @Test(arguments: AnimalsAction.each, ["Mammal", "Bird", "Fungus", nil])
  func `A category is concerned by its own animals and by all animals`(
    _ action: AnimalsAction, of categoryId: Category.ID?
  ) {
    let isIncluded = AnimalsFilter.filterAnimals(categoryId: categoryId)(.loaded, action)
    let expected =
      switch ActionCase(action) {
      case .didFetchAnimalsSuccess, .didReloadSampleDataSuccess: true
      case .didAddAnimalSuccess, .didUpdateAnimalSuccess, .didDeleteAnimalSuccess:
        categoryId == "Mammal"
      default: false
      }
    #expect(isIncluded == expected)
  }

  @Test(arguments: AnimalsAction.each)
  func `Every outcome about animals concerns the list of all animals`(_ action: AnimalsAction) {
    let isIncluded = AnimalsFilter.filterAnimals()(.loaded, action)
    let included: Set<ActionCase> = [
      .didFetchAnimalsSuccess, .didReloadSampleDataSuccess, .didAddAnimalSuccess,
      .didUpdateAnimalSuccess, .didDeleteAnimalSuccess,
    ]
    #expect(isIncluded == included.contains(ActionCase(action)))
  }

  @Test(arguments: ["Mammal", nil])
  func `Empty payloads are included`(_ categoryId: Category.ID?) {
    let filter = AnimalsFilter.filterAnimals(categoryId: categoryId)
    #expect(filter(.loaded, .did(.didFetchAnimals(result: .success(animals: [])))))
    #expect(
      filter(
        .loaded, .did(.didReloadSampleData(result: .success(animals: [], categories: [])))))
  }

  struct Move: Sendable {
    var animal: Animal
    var oldState: AnimalsState
    var included: Set<Category.ID?>
  }

  /// The categories to which an update matters.
  @Test(
    arguments: [
      // An animal that stays matters where it is.
      Move(animal: .dog, oldState: .loaded, included: ["Mammal"]),
      // One that moves matters where it leaves, too.
      Move(animal: .dog.moved(to: "Bird"), oldState: .loaded, included: ["Mammal", "Bird"]),
      // One that was not there matters where it comes to. It was in no
      // category, which is that of no id.
      Move(animal: .eagle, oldState: .loaded, included: ["Bird", nil]),
      Move(animal: .dog, oldState: AnimalsState(), included: ["Mammal", nil]),
    ])
  func `An update concerns the old and the new category`(_ move: Move) {
    let action = AnimalsAction.did(
      .didUpdateAnimal(animalId: move.animal.id, result: .success(animal: move.animal)))
    for categoryId in ["Mammal", "Bird", "Fish", nil] {
      let isIncluded = AnimalsFilter.filterAnimals(categoryId: categoryId)(move.oldState, action)
      #expect(isIncluded == move.included.contains(categoryId), "\(categoryId ?? "nil")")
    }
  }

  /// An action that a filter leaves out does not change what it guards.
  @Test(
    arguments: AnimalsAction.each + [
      .did(.didAddAnimal(id: "Eagle", result: .success(animal: .eagle))),
      .did(.didUpdateAnimal(animalId: "Dog", result: .success(animal: .dog.moved(to: "Bird")))),
    ])
  func `An action that is left out changes nothing`(_ action: AnimalsAction) throws {
    let before = AnimalsState.loaded.with { state in
      state.categories.data["Fish"] = nil
      state.animals.data["Sparrow"] = nil
    }
    let after = try AnimalsReducer.reduce(state: before, action: action)
    if !AnimalsFilter.filterCategories()(before, action) {
      #expect(after.categories.data == before.categories.data)
    }
    if !AnimalsFilter.filterAnimals()(before, action) {
      #expect(after.animals.data == before.animals.data)
    }
    for categoryId in Category.samples.map(\.id)
    where !AnimalsFilter.filterAnimals(categoryId: categoryId)(before, action) {
      let select = AnimalsState.selectAnimals(categoryId: categoryId)
      #expect(select(after) == select(before))
    }
  }
}
