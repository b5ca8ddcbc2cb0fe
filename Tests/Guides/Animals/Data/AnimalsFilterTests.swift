import AnimalsData
import HashTreeCollections
import Testing

@Suite struct AnimalsFilterTests {
  @Test(arguments: AnimalsAction.each)
  func `The filter of the categories matches fetches and reloads`(_ action: AnimalsAction) {
    let isIncluded = AnimalsFilter.filterCategories()(.loaded, action)
    let included: Set<ActionCase> = [.didFetchCategoriesSuccess, .didReloadSampleDataSuccess]
    #expect(isIncluded == included.contains(ActionCase(action)))
  }

  /// Actions about the dog, a mammal, or about all animals.
  @Test(arguments: AnimalsAction.each, ["Mammal", "Bird", "Fungus", nil])
  func `The filter of a category matches actions on its animals and on all animals`(
    _ action: AnimalsAction, of categoryId: Category.ID?
  ) {
    let isIncluded = AnimalsFilter.filterAnimals(categoryId: categoryId)(.loaded, action)
    let expected =
      switch ActionCase(action) {
      case .didFetchAnimalsSuccess, .didReloadSampleDataSuccess: true
      case .didAddAnimalSuccess, .didUpdateAnimalSuccess, .didDeleteAnimalSuccess, .log:
        categoryId == "Mammal"
      case .didChangeAnimalsSuccess: categoryId == "Mammal" || categoryId == "Bird"
      default: false
      }
    #expect(isIncluded == expected)
  }

  @Test(arguments: AnimalsAction.each)
  func `The filter of all animals matches every successful result`(_ action: AnimalsAction) {
    let isIncluded = AnimalsFilter.filterAnimals()(.loaded, action)
    let included: Set<ActionCase> = [
      .didFetchAnimalsSuccess, .didReloadSampleDataSuccess, .didAddAnimalSuccess,
      .didUpdateAnimalSuccess, .didDeleteAnimalSuccess, .didChangeAnimalsSuccess, .log,
    ]
    #expect(isIncluded == included.contains(ActionCase(action)))
  }

  @Test(arguments: ["Mammal", nil])
  func `Empty results match the filter`(_ categoryId: Category.ID?) {
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

  /// Updates, and the categories whose filters match them.
  @Test(
    arguments: [
      // The category stays the same.
      Move(animal: .dog, oldState: .loaded, included: ["Mammal"]),
      // The category changes, so both match.
      Move(animal: .dog.moved(to: "Bird"), oldState: .loaded, included: ["Mammal", "Bird"]),
      // The animal is not in the old state, so its old category is `nil`.
      Move(animal: .eagle, oldState: .loaded, included: ["Bird", nil]),
      Move(animal: .dog, oldState: AnimalsState(), included: ["Mammal", nil]),
    ])
  func `An update matches the old and the new category`(_ move: Move) {
    let action = AnimalsAction.did(
      .didUpdateAnimal(animalId: move.animal.id, result: .success(animal: move.animal)))
    for categoryId in ["Mammal", "Bird", "Fish", nil] {
      let isIncluded = AnimalsFilter.filterAnimals(categoryId: categoryId)(move.oldState, action)
      #expect(isIncluded == move.included.contains(categoryId), "\(categoryId ?? "nil")")
    }
  }

  /// An action that does not match a filter does not change the selected value.
  @Test(
    arguments: AnimalsAction.each + [
      .did(.didAddAnimal(id: "Eagle", result: .success(animal: .eagle))),
      .did(.didUpdateAnimal(animalId: "Dog", result: .success(animal: .dog.moved(to: "Bird")))),
    ])
  func `An action that does not match changes nothing`(_ action: AnimalsAction) throws {
    let before = AnimalsState.loaded.with { state in
      state.categories.data["Fish"] = nil
      state.animals.table["Sparrow"] = nil
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
