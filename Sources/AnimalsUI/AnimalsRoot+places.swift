import AnimalsData
import ImmutableUI
public import Markup

extension AnimalsRoot {
  /// The pages that people may look for: each category's and each animal's.
  public var places: [Href] {
    let select = selectors.read()
    return select(.categoriesValues).flatMap { category in
      [AnimalsRoute.Location(categoryId: category.id).href]
        + select(.animalsValues(categoryId: category.id)).map { animal in
          AnimalsRoute.Location(categoryId: category.id, animalId: animal.id).href
        }
    }
  }
}
