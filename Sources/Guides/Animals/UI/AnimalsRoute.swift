public import Records

/// The routes of the guide to animals.
public typealias AnimalsRoute = ListRoute<AnimalsLocation, AnimalsEvent>

/// The forms that the page posts, named as in the hierarchy of actions.
public enum AnimalsEvent: String, CaseIterable, Hashable, Sendable {
  case reloadSampleData = "categoryList/onTapReloadSampleDataButton"
  case retryCategories = "categoryList/onTapTryAgainButton"
  case deleteListedAnimal = "animalList/onTapDeleteSelectedAnimalButton"
  case retryAnimals = "animalList/onTapTryAgainButton"
  /// Asks which of several animals to delete, and deletes them.
  case deleteAnimals = "animalList/onTapDeleteAnimalsButton"
  /// Asks for a value, such as the category, and gives it to several animals.
  case changeAnimals = "animalList/onTapChangeAnimalsButton"
  /// Checks a file, and imports it.
  case importAnimals = "animalList/onTapImportButton"
  case deleteAnimal = "animalDetail/onTapDeleteSelectedAnimalButton"
  /// Restores a version, or undoes a change.
  case restoreAnimal = "animalDetail/onTapRestoreButton"
  case addAnimal = "animalEditor/onTapAddAnimalButton"
  case updateAnimal = "animalEditor/onTapUpdateAnimalButton"
}
