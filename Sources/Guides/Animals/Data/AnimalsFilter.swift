import HashTreeCollections
import Records

/// Filters for selectors, which match the actions that can change a selector's
/// value. Each runs in O(1), for the log in O(number of changes).
public enum AnimalsFilter {
  /// Returns a filter that matches actions that can change the categories.
  public static func filterCategories() -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { _, action in
      switch action {
      case .data(.persistentSession(.didFetchCategories(.success))),
        .data(.persistentSession(.didReloadSampleData(.success))):
        true
      case .data(.log(let changes)):
        changes.contains { if case .everything = $0 { true } else { false } }
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
      let old = oldState.animals.data
      if case .data(.log(let changes)) = action {
        return changes.contains { $0.concerns(categoryId, old) }
      }
      guard case .data(.persistentSession(let action)) = action else { return false }
      switch action {
      case .didFetchAnimals(.success), .didReloadSampleData(.success):
        return true
      case .didAddAnimal(_, .success(let animal)), .didDeleteAnimal(_, .success(let animal)):
        return animal.categoryId == categoryId
      case .didUpdateAnimal(_, .success(let animal)):
        // Moving an animal also changes the category it leaves.
        let oldCategoryId = old[animal.animalId]?.categoryId
        return animal.categoryId == categoryId || oldCategoryId == categoryId
      case .didChangeAnimals(_, .success(let operation)):
        return operation.edits.contains {
          $0.old?.categoryId == categoryId || $0.new?.categoryId == categoryId
        }
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
        .data(.persistentSession(.didDeleteAnimal(_, .success))),
        .data(.persistentSession(.didChangeAnimals(_, .success))),
        .data(.log):
        true
      default:
        false
      }
    }
  }
}

extension AnimalsChange {
  /// Returns true if the change can affect the animals of a category.
  fileprivate func concerns(
    _ categoryId: Category.ID?, _ old: TreeDictionary<Animal.ID, Animal>
  ) -> Bool {
    switch self {
    case .put(let animal, _):
      animal.categoryId == categoryId || old[animal.id]?.categoryId == categoryId
    case .removed(let animalId): old[animalId]?.categoryId == categoryId
    case .several(_, let changes): changes.contains { $0.concerns(categoryId, old) }
    case .everything: true
    }
  }
}
