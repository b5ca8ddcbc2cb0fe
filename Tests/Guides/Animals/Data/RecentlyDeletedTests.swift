import AnimalsData
import Testing

/// The names of deleted animals, which the notice after a deletion shows.
@Suite struct RecentlyDeletedTests {
  private func deleting(_ animals: [Animal], from state: AnimalsState) throws -> AnimalsState {
    try animals.reduce(state) { state, animal in
      try AnimalsReducer.reduce(
        state: state,
        action: .did(.didDeleteAnimal(animalId: animal.id, result: .success(animal: animal))))
    }
  }

  private func name(_ animalId: Animal.ID?, in state: AnimalsState) -> String? {
    AnimalsState.selectDeletedAnimalName(animalId: animalId)(state)
  }

  @Test func `The name of a deleted animal is known`() throws {
    let state = try deleting([.newt, .dog], from: .loaded)
    #expect(name("Newt", in: state) == "Newt")
    #expect(name("Dog", in: state) == "Dog")
    #expect(name("Cat", in: state) == nil)
    #expect(name(nil, in: state) == nil)
  }

  @Test func `The last 16 deletions are known`() throws {
    let animals = (1...20).map {
      Animal(animalId: "\($0)", name: "No. \($0)", diet: .omnivorous, categoryId: "Bird")
    }
    let loaded = try AnimalsReducer.reduce(
      state: .loaded, action: .did(.didFetchAnimals(result: .success(animals: animals))))
    let state = try deleting(animals, from: loaded)
    #expect(state.animals.recentlyDeleted == animals.suffix(16).reversed())
  }

  @Test(arguments: [
    AnimalsAction.Data.PersistentSession.didAddAnimal(
      id: "Newt", result: .success(animal: .newt)),
    .didFetchAnimals(result: .success(animals: [.newt])),
    .didReloadSampleData(result: .success(animals: [], categories: [])),
  ])
  func `A deletion is forgotten when the animal is stored again or the samples are reloaded`(
    _ action: AnimalsAction.Data.PersistentSession
  ) throws {
    let deleted = try deleting([.newt], from: .loaded)
    let state = try AnimalsReducer.reduce(state: deleted, action: .did(action))
    #expect(name("Newt", in: state) == nil)
  }
}
