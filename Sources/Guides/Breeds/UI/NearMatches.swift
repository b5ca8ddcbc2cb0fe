import BreedsData
import Look

/// The breeds with names similar to one that does not exist.
struct NearMatches {
  /// The matches, nearest first, at most five.
  let keys: [BreedKey]

  init(to key: BreedKey, in dogs: [Dog]) {
    let typed = String((key.subBreed ?? key.breed).lowercased().prefix(64))
    keys = dogs.flatMap(\.keys).compactMap { near -> (distance: Int, key: BreedKey)? in
      let name = near.subBreed ?? near.breed
      if name == typed { return (0, near) }
      // Accepts a part of the name, or a few typing errors.
      if typed.count >= 3, name.contains(typed) || typed.contains(name) { return (1, near) }
      let distance = editDistance(from: typed, to: name)
      return distance <= max(typed.count < 4 ? 1 : 2, typed.count / 3) ? (1 + distance, near) : nil
    }
    .sorted { ($0.distance, $0.key.breed) < ($1.distance, $1.key.breed) }
    .prefix(5).map(\.key)
  }
}
