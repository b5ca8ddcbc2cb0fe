public import Foundation
public import HashTreeCollections
public import ImmutableData

// Selectors. Each function returns a closure that reads the state. In the
// complexities, n is the number of animals, c of categories, m of animals in
// the category.

extension AnimalsState {
  /// Selects all categories by id. O(1).
  public static func selectCategories()
    -> @Sendable (AnimalsState) -> TreeDictionary<Category.ID, Category>
  {
    { $0.categories.data }
  }

  /// Selects all categories, sorted by a key and then by id. O(c log c).
  public static func selectCategoriesValues<Key: Comparable & SendableMetatype>(
    sort keyPath: any KeyPath<Category, Key> & Sendable, order: SortOrder = .forward
  ) -> @Sendable (AnimalsState) -> [Category] {
    { $0.categories.data.values.sorted(by: keyPath, order: order) }
  }

  /// Selects the status of loading the categories. O(1).
  public static func selectCategoriesStatus() -> @Sendable (AnimalsState) -> Status? {
    { $0.categories.status }
  }

  /// Selects a category; `nil` if the id is `nil` or unknown. O(1).
  public static func selectCategory(
    categoryId: Category.ID?
  ) -> @Sendable (AnimalsState) -> Category? {
    { state in categoryId.flatMap { state.categories.data[$0] } }
  }

  /// Selects the category of an animal; `nil` if either is unknown. O(1).
  public static func selectCategory(
    animalId: Animal.ID?
  ) -> @Sendable (AnimalsState) -> Category? {
    { state in
      animalId
        .flatMap { state.animals.data[$0] }
        .flatMap { state.categories.data[$0.categoryId] }
    }
  }

  /// Selects the animals of a category by id; empty if the category id is `nil`
  /// or unknown. O(n).
  public static func selectAnimals(
    categoryId: Category.ID?
  ) -> @Sendable (AnimalsState) -> TreeDictionary<Animal.ID, Animal> {
    { state in
      guard let categoryId else { return [:] }
      return state.animals.data.filter { $0.value.categoryId == categoryId }
    }
  }

  /// Selects the animals of a category, sorted by a key and then by id. O(n + m
  /// log m).
  public static func selectAnimalsValues<Key: Comparable & SendableMetatype>(
    categoryId: Category.ID?, sort keyPath: any KeyPath<Animal, Key> & Sendable,
    order: SortOrder = .forward
  ) -> @Sendable (AnimalsState) -> [Animal] {
    { state in
      guard let categoryId else { return [] }
      return state.animals.data.values
        .filter { $0.categoryId == categoryId }
        .sorted(by: keyPath, order: order)
    }
  }

  /// Selects the animals added last, newest first. O(`count`).
  public static func selectNewestAnimals(
    count: Int
  ) -> @Sendable (AnimalsState) -> [Animal] {
    { state in
      state.animals.newest(count).compactMap { state.animals.data[$0] }
    }
  }

  /// Selects the status of loading the animals. O(1).
  public static func selectAnimalsStatus() -> @Sendable (AnimalsState) -> Status? {
    { $0.animals.status }
  }

  /// Selects an animal; `nil` if the id is `nil` or unknown. O(1).
  public static func selectAnimal(animalId: Animal.ID?) -> @Sendable (AnimalsState) -> Animal? {
    { state in animalId.flatMap { state.animals.data[$0] } }
  }

  /// Selects the status of the last operation on an animal. O(1).
  public static func selectAnimalStatus(
    animalId: Animal.ID?
  ) -> @Sendable (AnimalsState) -> Status? {
    { state in animalId.flatMap { state.animals.queue[$0] } }
  }
}

extension Sequence where Element: Identifiable, Element.ID == String {
  /// Returns the elements sorted by a key, which is computed once per element.
  fileprivate func sorted(
    by keyPath: KeyPath<Element, some Comparable>, order: SortOrder
  ) -> [Element] {
    map { (key: $0[keyPath: keyPath], element: $0) }
      .sorted { left, right in
        if left.key == right.key { return left.element.id < right.element.id }
        return order == .forward ? left.key < right.key : left.key > right.key
      }
      .map(\.element)
  }
}
