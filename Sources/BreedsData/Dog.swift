/// A breed of dogs and its sub-breeds, in the spelling of the network.
public struct Dog: Codable, Hashable, Sendable, Identifiable {
  /// The breed, as `hound`.
  public let breed: String
  /// Its sub-breeds, as `afghan`; none for most.
  public let subBreeds: [String]

  /// A breed with its sub-breeds.
  public init(breed: String, subBreeds: [String]) {
    self.breed = breed
    self.subBreeds = subBreeds
  }

  public var id: String { breed }
}

/// A breed, or one of its sub-breeds.
public struct BreedKey: Codable, Hashable, Sendable {
  /// The breed, in the spelling of the network.
  public let breed: String
  /// The sub-breed; `nil` for the breed itself.
  public let subBreed: String?

  /// A breed, or a sub-breed of it.
  public init(breed: String, subBreed: String? = nil) {
    self.breed = breed
    self.subBreed = subBreed
  }
}
