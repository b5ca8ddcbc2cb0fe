import Records

/// Filters for selectors, which match the actions that can change a selector's
/// value. Each runs in O(1), for the log in O(number of changes).
public enum AnimalsFilter {
  /// Returns a filter that matches actions that can change the categories.
  public static func filterCategories() -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { _, action in
      switch action {
      case .data(.loaded): true
      case .data(.log(let changes)):
        changes.contains { if case .everything = $0 { true } else { false } }
      default: false
      }
    }
  }

  /// Returns a filter that matches actions that can change the animals of a
  /// category.
  public static func filterAnimals(
    categoryId: Category.ID?
  ) -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { _, action in
      switch action {
      case .data(.loaded): true
      case .data(.log(let changes)): changes.contains { $0.concerns(categoryId) }
      default: false
      }
    }
  }

  /// Returns a filter that matches actions that can change any animal.
  public static func filterAnimals() -> @Sendable (AnimalsState, AnimalsAction) -> Bool {
    { _, action in
      switch action {
      case .data(.loaded), .data(.log): true
      default: false
      }
    }
  }
}

extension AnimalsChange {
  /// Returns true if the change can affect the animals of a category. Moving an animal also
  /// changes the category that it leaves.
  fileprivate func concerns(_ categoryId: Category.ID?) -> Bool {
    switch self {
    case .edited(let operation, _):
      operation.edits.contains {
        $0.old?.categoryId == categoryId || $0.new?.categoryId == categoryId
      }
    case .everything: true
    }
  }
}
