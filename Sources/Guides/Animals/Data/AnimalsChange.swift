import Foundation
import HashTreeCollections
public import Records

/// A change of the animals. Its coding is the format of the log.
public enum AnimalsChange: Codable, Hashable, Sendable {
  /// The changes of an operation. The animals that it adds get the next numbers, from the first
  /// one on.
  case edited(_ operation: RecordsOperation<Animal>, firstNumber: Int)
  /// All categories and animals were replaced. The animals are in the order of their insertion.
  /// The operation has the changes of the animals, for the history.
  case everything(
    categories: [Category], animals: [Animal], by: RecordsOperation<Animal>? = nil)

  /// Returns the key of the operation that changes to the sample data.
  package static func key(of origin: ChangeOrigin) -> String {
    "\(origin.cause.rawValue)-\(Int(origin.date.timeIntervalSince1970 * 1_000))"
  }

  /// Returns the change to the sample data.
  ///
  /// - Parameters:
  ///   - state: the state before it.
  ///   - origin: the visitor and the time.
  static func samples(replacing state: AnimalsState, by origin: ChangeOrigin) -> AnimalsChange {
    let samples = TreeDictionary(uniqueKeysWithValues: Animal.samples.map { ($0.id, $0) })
    let present = state.animals.data
    // Undoing it adds them again in this order.
    let others = present.keys.filter { samples[$0] == nil }
      .sorted { (state.animals.numbers[$0] ?? 0, $0) < (state.animals.numbers[$1] ?? 0, $1) }
    let ids = others + Animal.samples.map(\.id)
    let edits = ids.map { RecordEdit(id: $0, old: present[$0], new: samples[$0]) }
    return .everything(
      categories: Category.samples, animals: Animal.samples,
      by: RecordsOperation(
        id: key(of: origin),
        edits: edits.filter { $0.old != $0.new }, by: origin, isForSeveral: true))
  }
}

/// An animal with its place in the order of insertion.
public struct NumberedAnimal: Codable, Hashable, Sendable {
  public let animal: Animal
  /// The newest animal has the highest number.
  public let number: Int
  /// The number of the last change; `nil` if it is not known.
  package let change: Int?

  package init(animal: Animal, number: Int, change: Int? = nil) {
    self.animal = animal
    self.number = number
    self.change = change
  }
}
