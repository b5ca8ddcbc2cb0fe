import HashTreeCollections

/// Filters for selectors, which match the actions that can change a selector's
/// value. Each runs in O(1).
public enum AnimalsFilter {
  /// Returns a filter that matches actions that can change the categories.
  public static func filterCategories() -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { _, action in
      switch action {
      case .data(.persistentSession(.didFetchCategories(.success))),
        .data(.persistentSession(.didReloadSampleData(.success))):
        true
      default:
        false
      }
    }
  }

  /// Returns a filter that matches actions that can change the animals of a
  /// category.
  public static func filterAnimals(
    categoryId: Category.ID?
  ) -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { oldState, action in
      guard case .data(.persistentSession(let action)) = action else { return false }
      switch action {
      case .didFetchAnimals(.success), .didReloadSampleData(.success):
        return true
      case .didAddAnimal(_, .success(let animal)), .didDeleteAnimal(_, .success(let animal)):
        return animal.categoryId == categoryId
      case .didUpdateAnimal(_, .success(let animal)):
        // Moving an animal also changes the category it leaves.
        let oldCategoryId = oldState.animals.data[animal.animalId]?.categoryId
        return animal.categoryId == categoryId || oldCategoryId == categoryId
      default:
        return false
      }
    }
  }

  /// Returns a filter that matches actions that can change any animal.
  public static func filterAnimals() -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { _, action in
      switch action {
      case .data(.persistentSession(.didFetchAnimals(.success))),
        .data(.persistentSession(.didReloadSampleData(.success))),
        .data(.persistentSession(.didAddAnimal(_, .success))),
        .data(.persistentSession(.didUpdateAnimal(_, .success))),
        .data(.persistentSession(.didDeleteAnimal(_, .success))):
        true
      default:
        false
      }
    }
  }
}
