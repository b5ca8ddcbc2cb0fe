import AnimalsData
import ImmutableData
import ImmutableUI
import Records

/// Reads the store of the animals.
typealias SelectAnimals = Select<AnimalsState, AnimalsAction>

// Selectors of one value have no dependency: to compute it costs less than to
// compare them.
extension ViewSelector where State == AnimalsState, Action == AnimalsAction {
  typealias Selects<Value: Sendable> = ViewSelector<AnimalsState, AnimalsAction, Value>

  /// The categories, sorted by name.
  static var categoriesValues: Selects<[AnimalsData.Category]> {
    .init(
      filter: AnimalsFilter.filterCategories(), dependency: AnimalsState.selectCategories(),
      select: AnimalsState.selectCategoriesValues(sort: \.sortName))
  }

  static var categoriesStatus: Selects<Status?> {
    .init(select: AnimalsState.selectCategoriesStatus())
  }

  static func category(categoryId: AnimalsData.Category.ID?) -> Selects<AnimalsData.Category?> {
    .init(id: categoryId, select: AnimalsState.selectCategory(categoryId: categoryId))
  }

  static func category(animalId: Animal.ID?) -> Selects<AnimalsData.Category?> {
    .init(id: animalId, select: AnimalsState.selectCategory(animalId: animalId))
  }

  /// The animals of a category, sorted by name.
  static func animalsValues(categoryId: AnimalsData.Category.ID?) -> Selects<[Animal]> {
    .init(
      id: categoryId, filter: AnimalsFilter.filterAnimals(categoryId: categoryId),
      dependency: AnimalsState.selectAnimals(categoryId: categoryId),
      select: AnimalsState.selectAnimalsValues(categoryId: categoryId, sort: \.sortName))
  }

  /// A page of a list of animals.
  static func animalsPage(
    of list: AnimalsList, page: Int?, animalId: Animal.ID?
  ) -> Selects<AnimalsListPage> {
    .init(
      id: ListKey(list: list, page: page, animalId: animalId),
      filter: list.categoryId.map { AnimalsFilter.filterAnimals(categoryId: $0) }
        ?? AnimalsFilter.filterAnimals(),
      select: AnimalsState.selectAnimalsPage(of: list, page: page, animalId: animalId))
  }

  /// The animals added last, newest first.
  static func newestAnimals(count: Int) -> Selects<[Animal]> {
    .init(
      id: count, filter: AnimalsFilter.filterAnimals(),
      select: AnimalsState.selectNewestAnimals(count: count))
  }

  /// The numbers of animals by category.
  static var animalsCounts: Selects<[AnimalsData.Category.ID: Int]> {
    .init(filter: AnimalsFilter.filterAnimals(), select: AnimalsState.selectAnimalsCounts())
  }

  /// The numbers of animals by category that a search finds.
  static func foundAnimalsCounts(search: String) -> Selects<[AnimalsData.Category.ID: Int]> {
    .init(
      id: search, filter: AnimalsFilter.filterAnimals(),
      select: AnimalsState.selectAnimalsCounts(search: search))
  }

  static var animalsStatus: Selects<Status?> {
    .init(select: AnimalsState.selectAnimalsStatus())
  }

  static func animal(animalId: Animal.ID?) -> Selects<Animal?> {
    .init(id: animalId, select: AnimalsState.selectAnimal(animalId: animalId))
  }

  static func animalStatus(animalId: Animal.ID?) -> Selects<Status?> {
    .init(id: animalId, select: AnimalsState.selectAnimalStatus(animalId: animalId))
  }
}

/// The arguments of the selector of a page of a list.
private struct ListKey: Hashable, Sendable {
  let list: AnimalsList
  let page: Int?
  let animalId: Animal.ID?
}
