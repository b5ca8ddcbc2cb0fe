import BreedsData
import ImmutableData
public import Markup

extension BreedsRoot {
  /// The pages that people may look for: each breed's and each sub-breed's, as
  /// far as the list is known.
  public var places: [Href] {
    store.snapshot.state.dogs.flatMap { dog in
      [BreedKey(breed: dog.breed)]
        + dog.subBreeds.map { BreedKey(breed: dog.breed, subBreed: $0) }
    }
    .map { BreedsRoute.Location(breed: $0).href }
  }
}
