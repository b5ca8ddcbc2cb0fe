import Foundation
import HashTreeCollections
import ImmutableData
import Records

@testable import AnimalsData

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

extension AnimalsChange {
  /// The change of an empty state to the samples.
  static var samples: AnimalsChange {
    samples(
      replacing: AnimalsState(),
      by: ChangeOrigin(date: Date(timeIntervalSince1970: 0), cause: .reset))
  }

  /// An animal was added or updated.
  static func put(_ animals: Animal..., firstNumber: Int = 7) -> AnimalsChange {
    .edited(.of(animals.map { ($0.id, nil, $0) }), firstNumber: firstNumber)
  }

  /// Animals were deleted.
  static func removed(_ animals: Animal...) -> AnimalsChange {
    .edited(.of(animals.map { ($0.id, $0, nil) }), firstNumber: 7)
  }
}

extension RecordsOperation<Animal> {
  static func of(
    _ edits: [(id: Animal.ID, old: Animal?, new: Animal?)], as operation: String? = nil
  ) -> RecordsOperation {
    RecordsOperation(
      id: operation ?? edits.first?.id ?? "",
      edits: edits.map { RecordEdit(id: $0.id, old: $0.old, new: $0.new) },
      by: ChangeOrigin(date: .init(timeIntervalSince1970: 0)), isForSeveral: operation != nil)
  }
}
