import AnimalsData
import ImmutableData
import ImmutableUI

/// Reads the store of the animals.
typealias SelectAnimals = Select<AnimalsState, AnimalsAction>

extension ViewSelector where State == AnimalsState, Action == AnimalsAction {
  /// A selector without a dependency, since computing its output costs less
  /// than comparing dependencies.
  private static func withoutDependency(
    _ label: String, id: some Hashable & Sendable,
    _ select: @escaping @Sendable (AnimalsState) -> Output
  ) -> Self where Output: Equatable {
    ViewSelector(id: id, label: label, outputSelector: OutputSelector(select: select))
  }
}

extension ViewSelector
where State == AnimalsState, Action == AnimalsAction, Output == [AnimalsData.Category] {
  /// The categories, sorted by name.
  static var categoriesValues: Self {
    ViewSelector(
      label: "SelectCategoriesValues",
      filter: AnimalsFilter.filterCategories(),
      dependencySelector: DependencySelector(select: AnimalsState.selectCategories()),
      outputSelector: OutputSelector(
        select: AnimalsState.selectCategoriesValues(sort: \.sortName)))
  }
}

extension ViewSelector where State == AnimalsState, Action == AnimalsAction, Output == Status? {
  static var categoriesStatus: Self {
    ViewSelector(
      label: "SelectCategoriesStatus",
      outputSelector: OutputSelector(select: AnimalsState.selectCategoriesStatus()))
  }

  static var animalsStatus: Self {
    ViewSelector(
      label: "SelectAnimalsStatus",
      outputSelector: OutputSelector(select: AnimalsState.selectAnimalsStatus()))
  }

  static func animalStatus(animalId: Animal.ID?) -> Self {
    withoutDependency(
      "SelectAnimalStatus(animalId: \(animalId ?? "nil"))", id: animalId,
      AnimalsState.selectAnimalStatus(animalId: animalId))
  }
}

extension ViewSelector
where State == AnimalsState, Action == AnimalsAction, Output == AnimalsData.Category? {
  static func category(categoryId: AnimalsData.Category.ID?) -> Self {
    withoutDependency(
      "SelectCategory(categoryId: \(categoryId ?? "nil"))", id: categoryId,
      AnimalsState.selectCategory(categoryId: categoryId))
  }

  static func category(animalId: Animal.ID?) -> Self {
    withoutDependency(
      "SelectCategory(animalId: \(animalId ?? "nil"))", id: animalId,
      AnimalsState.selectCategory(animalId: animalId))
  }
}

extension ViewSelector where State == AnimalsState, Action == AnimalsAction, Output == [Animal] {
  /// The animals of a category, sorted by name.
  static func animalsValues(categoryId: AnimalsData.Category.ID?) -> Self {
    ViewSelector(
      id: categoryId,
      label: "SelectAnimalsValues(categoryId: \(categoryId ?? "nil"))",
      filter: AnimalsFilter.filterAnimals(categoryId: categoryId),
      dependencySelector: DependencySelector(
        select: AnimalsState.selectAnimals(categoryId: categoryId)),
      outputSelector: OutputSelector(
        select: AnimalsState.selectAnimalsValues(categoryId: categoryId, sort: \.sortName)))
  }
}

extension ViewSelector where State == AnimalsState, Action == AnimalsAction, Output == [Animal] {
  /// The animals added last, newest first.
  static var newestAnimals: Self {
    ViewSelector(
      label: "SelectNewestAnimals",
      filter: AnimalsFilter.filterAnimals(),
      outputSelector: OutputSelector(
        select: AnimalsState.selectNewestAnimals(count: AnimalsExcerpt.count)))
  }
}

extension ViewSelector
where
  State == AnimalsState, Action == AnimalsAction, Output == [AnimalsData.Category.ID: Int]
{
  static var animalsCounts: Self {
    ViewSelector(
      label: "SelectAnimalsCounts",
      filter: AnimalsFilter.filterAnimals(),
      outputSelector: OutputSelector(select: AnimalsState.selectAnimalsCounts()))
  }
}

extension ViewSelector where State == AnimalsState, Action == AnimalsAction, Output == String? {
  static func deletedAnimalName(animalId: Animal.ID?) -> Self {
    withoutDependency(
      "SelectDeletedAnimalName(animalId: \(animalId ?? "nil"))", id: animalId,
      AnimalsState.selectDeletedAnimalName(animalId: animalId))
  }
}

extension ViewSelector where State == AnimalsState, Action == AnimalsAction, Output == Animal? {
  static func animal(animalId: Animal.ID?) -> Self {
    withoutDependency(
      "SelectAnimal(animalId: \(animalId ?? "nil"))", id: animalId,
      AnimalsState.selectAnimal(animalId: animalId))
  }
}
