import BreedsData

/// The breeds that somebody may have meant, who typed one that is not there.
struct NearMatches {
  /// At most five, the nearest first.
  let keys: [BreedKey]

  init(to key: BreedKey, in dogs: [Dog]) {
    let typed = String((key.subBreed ?? key.breed).lowercased().prefix(64))
    let all = dogs.flatMap { dog in
      [(dog.breed, BreedKey(breed: dog.breed))]
        + dog.subBreeds.map { ($0, BreedKey(breed: dog.breed, subBreed: $0)) }
    }
    keys = all.compactMap { name, near -> (distance: Int, key: BreedKey)? in
      if name == typed { return (0, near) }
      // A part of the name, or a few slips of the pen.
      if typed.count >= 3, name.contains(typed) || typed.contains(name) { return (1, near) }
      let distance = Self.edits(from: typed, to: name)
      return distance <= max(typed.count < 4 ? 1 : 2, typed.count / 3) ? (1 + distance, near) : nil
    }
    .sorted { ($0.distance, $0.key.breed) < ($1.distance, $1.key.breed) }
    .prefix(5).map(\.key)
  }

  /// How many letters have to be put in, left out or changed.
  /// https://en.wikipedia.org/wiki/Levenshtein_distance
  private static func edits(from first: String, to second: String) -> Int {
    let second = Array(second.utf8)
    var row = Array(0...second.count)
    for (line, letter) in first.utf8.enumerated() {
      var diagonal = row[0]
      row[0] = line + 1
      for (column, other) in second.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(change, row[column] + 1, row[column + 1] + 1)
      }
    }
    return row[second.count]
  }
}
