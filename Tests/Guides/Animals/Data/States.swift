import AnimalsData
import HashTreeCollections
import ImmutableData

extension AnimalsState {
  /// A state with the sample data and operations in every status, so that
  /// unintended changes are found.
  static let loaded = AnimalsState(
    categories: Categories(
      data: TreeDictionary(uniqueKeysWithValues: Category.samples.map { ($0.id, $0) }),
      status: .success),
    animals: Animals(
      data: TreeDictionary(uniqueKeysWithValues: Animal.samples.map { ($0.id, $0) }),
      status: .success,
      queue: [
        "Cat": .waiting, "Kangaroo": .success, "Sparrow": .failure(error: "no seeds"),
        "gone": .success,
      ]))

  /// Returns a changed copy of the state.
  func with(_ change: (inout AnimalsState) -> Void) -> AnimalsState {
    var state = self
    change(&state)
    return state
  }
}

extension Animal {
  /// An animal that is not one of the samples.
  static let eagle = Animal(
    animalId: "Eagle", name: "Golden eagle", diet: .carnivorous, categoryId: "Bird")

  /// Returns the animal in another category, under another name.
  func moved(to categoryId: Category.ID) -> Animal {
    Animal(animalId: animalId, name: "\(name), moved", diet: diet, categoryId: categoryId)
  }
}

/// All values of a status.
let everyStatus: [Status?] = [nil, .empty, .waiting, .success, .failure(error: "no luck")]

extension AnimalsState.Animals {
  /// The animals by id, for expected states.
  var table: TreeDictionary<Animal.ID, Animal> {
    get { data }
    set {
      for (animalId, animal) in newValue where data[animalId] != animal {
        put(animal, as: animalId)
      }
      let (gone, deletions) = (data.keys.filter { newValue[$0] == nil }, deletions)
      remove(gone)
      self.deletions = deletions
    }
  }
}
