import HashTreeCollections
import Testing

@testable import AnimalsData

@Suite struct AnimalsFilterTests {
  /// The changes that the log brings, and what their filters match: the categories, the animals of
  /// some categories, all animals.
  @Test(
    arguments: [
      (.loaded(categories: [], animals: []), true, ["Mammal", "Bird", "Fungus", nil], true),
      (.log([.samples]), true, ["Mammal", "Bird", "Fungus", nil], true),
      (.log([.put(.eagle)]), false, ["Bird", nil], true),
      (
        .log([.edited(.of([("Dog", .dog, .dog.moved(to: "Bird"))]), firstNumber: 1)]), false,
        ["Mammal", "Bird"], true
      ),
      (.log([.removed(.dog)]), false, ["Mammal", nil], true),
      (.log([.removed(.newt), .put(.eagle)]), false, ["Amphibian", "Bird", nil], true),
      (.didReadHistory(animalId: "Dog"), false, [], false),
      (
        .persistentSession(.didFetchAnimals(result: .success(animals: Animal.samples))), false, [],
        false
      ),
      (
        .persistentSession(.didAddAnimal(id: "Eagle", result: .success(animal: .eagle))), false, [],
        false
      ),
    ] as [(AnimalsAction.Data, Bool, Set<Category.ID?>, Bool)])
  func `The filters match what the log changes`(
    _ action: AnimalsAction.Data, _ changesCategories: Bool, _ categories: Set<Category.ID?>,
    _ changesAnimals: Bool
  ) {
    let action = AnimalsAction.data(action)
    #expect(AnimalsFilter.filterCategories()(.loaded, action) == changesCategories)
    #expect(AnimalsFilter.filterAnimals()(.loaded, action) == changesAnimals)
    for categoryId in ["Mammal", "Bird", "Amphibian", "Fungus"] {
      let isIncluded = AnimalsFilter.filterAnimals(categoryId: categoryId)(.loaded, action)
      let isAll = categories.contains("Fungus")
      #expect(isIncluded == (isAll || categories.contains(categoryId)), "\(categoryId)")
    }
  }

  /// An action that does not match a filter does not change the selected value.
  @Test(
    arguments: AnimalsAction.each + [
      .data(.log([.put(.eagle)])),
      .data(.log([.edited(.of([("Dog", .dog, .dog.moved(to: "Bird"))]), firstNumber: 1)])),
    ])
  func `An action that does not match changes nothing`(_ action: AnimalsAction) throws {
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
