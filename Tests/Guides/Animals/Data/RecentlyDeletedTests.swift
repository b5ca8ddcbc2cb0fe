import Records
import Testing

@testable import AnimalsData

/// The names of deleted animals, which the notice after a deletion shows.
@Suite struct RecentlyDeletedTests {
  private func deleting(_ animals: [Animal], from state: AnimalsState) throws -> AnimalsState {
    try animals.reduce(state) { state, animal in
      try AnimalsReducer.reduce(
        state: state, action: .data(.log([.removed(animal)])))
    }
  }

  private func name(_ animalId: Animal.ID?, in state: AnimalsState) -> String? {
    state.animals.recentlyDeleted.first { $0.id == animalId }?.name
  }

  @Test func `The name of a deleted animal is known`() throws {
    let state = try deleting([.newt, .dog], from: .loaded)
    #expect(name("Newt", in: state) == "Newt")
    #expect(name("Dog", in: state) == "Dog")
    #expect(name("Cat", in: state) == nil)
    #expect(name(nil, in: state) == nil)
  }

  @Test func `The last 64 deletions are known`() throws {
    let animals = (1...70).map {
      Animal(animalId: "\($0)", name: "No. \($0)", diet: .omnivorous, categoryId: "Bird")
    }
    let loaded = try AnimalsReducer.reduce(
      state: .loaded,
      action: .data(.log([.edited(.of(animals.map { ($0.id, nil, $0) }), firstNumber: 8)])))
    let state = try deleting(animals, from: loaded)
    #expect(state.animals.recentlyDeleted == animals.suffix(64).reversed())
  }

  @Test(arguments: [
    AnimalsAction.Data.log([.put(.newt)]),
    .log([.samples(replacing: .loaded, by: ChangeOrigin())]),
    .loaded(categories: [], animals: [NumberedAnimal(animal: .newt, number: 1)]),
  ])
  func `A deletion is forgotten when the animal is stored again or the samples are reloaded`(
    _ action: AnimalsAction.Data
  ) throws {
    let deleted = try deleting([.newt], from: .loaded)
    let state = try AnimalsReducer.reduce(state: deleted, action: .data(action))
    #expect(name("Newt", in: state) == nil)
  }
}
