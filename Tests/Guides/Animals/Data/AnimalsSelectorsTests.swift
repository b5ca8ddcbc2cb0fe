import AnimalsData
import Foundation
import HashTreeCollections
import ImmutableData
import Testing
import TextSearch

@Suite struct AnimalsSelectorsTests {
  private let state = AnimalsState.loaded

  @Test func `All categories are selected`() {
    #expect(AnimalsState.selectCategories()(state) == state.categories.data)
    #expect(AnimalsState.selectCategories()(AnimalsState()) == [:])
  }

  @Test func `Categories are sorted in both directions`() {
    let forward = AnimalsState.selectCategoriesValues(sort: \.name)
    let reverse = AnimalsState.selectCategoriesValues(sort: \.name, order: .reverse)
    #expect(forward(state) == Category.samples)
    #expect(reverse(state) == Category.samples.reversed())
    #expect(forward(AnimalsState()) == [])
  }

  @Test(arguments: everyStatus)
  func `Each list has its own status`(_ status: Status?) {
    let state = state.with {
      $0.categories.status = status
      $0.animals.status = .failure(error: "another")
    }
    #expect(AnimalsState.selectCategoriesStatus()(state) == status)
    let turned = state.with {
      $0.animals.status = status
      $0.categories.status = .failure(error: "another")
    }
    #expect(AnimalsState.selectAnimalsStatus()(turned) == status)
  }

  @Test(
    arguments: [
      ("Bird", .bird), ("Fish", .fish), ("Fungus", nil), ("bird", nil), ("", nil), (nil, nil),
    ] as [(Category.ID?, Category?)])
  func `A category is found by its ID`(_ categoryId: Category.ID?, _ category: Category?) {
    #expect(AnimalsState.selectCategory(categoryId: categoryId)(state) == category)
  }

  @Test(
    arguments: [
      ("Sparrow", .bird), ("Newt", .amphibian), ("Eagle", nil), ("lost", nil), (nil, nil),
    ] as [(Animal.ID?, Category?)])
  func `The category of an animal is found`(_ animalId: Animal.ID?, _ category: Category?) {
    let state = state.with { $0.animals.data["lost"] = .dog.moved(to: "Fungus") }
    #expect(AnimalsState.selectCategory(animalId: animalId)(state) == category)
  }

  @Test(
    arguments: [
      ("Mammal", [.cat, .dog, .kangaroo, .gibbon]), ("Bird", [.sparrow]), ("Fish", []),
      ("Fungus", []), ("", []), (nil, []),
    ] as [(Category.ID?, [Animal])])
  func `The animals of a category are selected and sorted`(
    _ categoryId: Category.ID?, _ animals: [Animal]
  ) {
    let byId = TreeDictionary(uniqueKeysWithValues: animals.map { ($0.id, $0) })
    #expect(AnimalsState.selectAnimals(categoryId: categoryId)(state) == byId)
    let forward = AnimalsState.selectAnimalsValues(categoryId: categoryId, sort: \.name)
    let reverse = AnimalsState.selectAnimalsValues(
      categoryId: categoryId, sort: \.name, order: .reverse)
    #expect(forward(state) == animals)
    #expect(reverse(state) == animals.reversed())
  }

  @Test func `Animals are counted by category`() {
    #expect(
      AnimalsState.selectAnimalsCounts()(state) == ["Mammal": 4, "Bird": 1, "Amphibian": 1])
    #expect(AnimalsState.selectAnimalsCounts()(AnimalsState()) == [:])
  }

  @Test(arguments: [("Dog", .dog), ("dog", nil), ("", nil), (nil, nil)] as [(String?, Animal?)])
  func `An animal is found by its ID`(_ animalId: Animal.ID?, _ animal: Animal?) {
    #expect(AnimalsState.selectAnimal(animalId: animalId)(state) == animal)
  }

  @Test(
    arguments: [
      ("Cat", .waiting), ("Kangaroo", .success), ("Sparrow", .failure(error: "no seeds")),
      ("gone", .success), ("Dog", nil), ("", nil), (nil, nil),
    ] as [(Animal.ID?, Status?)])
  func `The status of an animal is that of its operation`(_ animalId: Animal.ID?, _ status: Status?)
  {
    #expect(AnimalsState.selectAnimalStatus(animalId: animalId)(state) == status)
  }
}

@Suite struct SortingTests {
  @Test func `Text is sorted by its characters`() {
    let names = ["10", "9", "A", "Z", "_", "a", "Ä", "é"]
    let state = state(of: names.shuffled().enumerated().map { ("\($0)", $1) })
    #expect(sorted(state, by: \.name).map(\.name) == names)
    #expect(sorted(state, by: \.name, order: .reverse).map(\.name) == names.reversed())
  }

  @Test func `Ties are sorted by ID in both directions`() {
    let ids = (10..<60).map { "id \($0)" }
    let state = state(of: ids.shuffled().map { ($0, "same") } + [("first", "a"), ("last", "z")])
    #expect(sorted(state, by: \.name).map(\.id) == ["first"] + ids + ["last"])
    #expect(
      sorted(state, by: \.name, order: .reverse).map(\.id) == ["last"] + ids + ["first"])
  }

  @Test func `Ties of categories are also sorted by ID`() {
    let categories = ["b", "a", "c"].map { Category(categoryId: $0, name: "same") }
    let state = AnimalsState().with { state in
      for category in categories { state.categories.data[category.id] = category }
    }
    for order in [SortOrder.forward, .reverse] {
      let select = AnimalsState.selectCategoriesValues(sort: \.name, order: order)
      #expect(select(state).map(\.id) == ["a", "b", "c"])
    }
  }

  @Test func `Names are sorted naturally`() {
    let names = ["ape", "Bear", "cat", "Élan", "Zone 9", "Zone 10"]
    let state = state(of: names.shuffled().enumerated().map { ("\($0)", $1) })
    #expect(sorted(state, by: \.sortName).map(\.name) == names)
  }

  @Test func `Animals and categories have a sort key`() {
    #expect(Animal.dog.sortName == SortName("Dog"))
    #expect(Category.bird.sortName == SortName("Bird"))
  }

  private func state(of animals: [(id: Animal.ID, name: String)]) -> AnimalsState {
    AnimalsState().with { state in
      for (id, name) in animals {
        state.animals.data[id] = Animal(
          animalId: id, name: name, diet: .omnivorous, categoryId: "Fish")
      }
    }
  }

  private func sorted<Key: Comparable & SendableMetatype>(
    _ state: AnimalsState, by keyPath: any KeyPath<Animal, Key> & Sendable,
    order: SortOrder = .forward
  ) -> [Animal] {
    AnimalsState.selectAnimalsValues(categoryId: "Fish", sort: keyPath, order: order)(state)
  }
}
