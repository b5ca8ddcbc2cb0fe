/// A breed of dogs with its sub-breeds, spelled as in the API.
public struct Dog: Codable, Hashable, Sendable, Identifiable {
  /// The breed, such as `hound`.
  public let breed: String
  /// The sub-breeds, such as `afghan`; empty for most breeds.
  public let subBreeds: [String]

  /// A breed with its sub-breeds.
  public init(breed: String, subBreeds: [String]) {
    self.breed = breed
    self.subBreeds = subBreeds
  }

  public var id: String { breed }

  /// The keys of the breed and of its sub-breeds.
  package var keys: [BreedKey] {
    [BreedKey(breed: breed)] + subBreeds.map { BreedKey(breed: breed, subBreed: $0) }
  }
}

/// The key of a breed or sub-breed.
public struct BreedKey: Codable, Hashable, Sendable {
  /// The breed, spelled as in the API.
  public let breed: String
  /// The sub-breed; `nil` for the breed itself.
  public let subBreed: String?

  /// The key of a breed, or of one of its sub-breeds.
  public init(breed: String, subBreed: String? = nil) {
    self.breed = breed
    self.subBreed = subBreed
  }
}
