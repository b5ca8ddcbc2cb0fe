public import ImmutableUI

/// The routes of the guide to animals.
public typealias AnimalsRoute = StandardRoute<AnimalsLocation, AnimalsEvent>

/// The forms that the page posts, named as in the hierarchy of actions.
public enum AnimalsEvent: String, CaseIterable, Hashable, Sendable {
  case reloadSampleData = "categoryList/onTapReloadSampleDataButton"
  case retryCategories = "categoryList/onTapTryAgainButton"
  case deleteListedAnimal = "animalList/onTapDeleteSelectedAnimalButton"
  case retryAnimals = "animalList/onTapTryAgainButton"
  case deleteAnimal = "animalDetail/onTapDeleteSelectedAnimalButton"
  case addAnimal = "animalEditor/onTapAddAnimalButton"
  case updateAnimal = "animalEditor/onTapUpdateAnimalButton"
}
