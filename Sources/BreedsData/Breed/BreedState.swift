public import Foundation

/// What the page of one breed works with.
public struct BreedState: Hashable, Sendable {
  public let dog: Dog
  /// The sub-breed that is shown; `nil` for the breed itself.
  public let subBreed: String?
  /// The picture that came last.
  public var imageURL: URL?
  /// How far the next one has come.
  public var loading: Loading

  public init(
    dog: Dog, subBreed: String? = nil, imageURL: URL? = nil, loading: Loading = .idle
  ) {
    self.dog = dog
    self.subBreed = subBreed
    self.imageURL = imageURL
    self.loading = loading
  }

  /// Which breed it is, by its raw names.
  public var key: BreedKey { BreedKey(breed: dog.breed, subBreed: subBreed) }
}

/// What happens on the page of one breed.
public enum BreedAction: Codable, Hashable, Sendable {
  case breedImageURLReceived(URL?)
  case getBreedImageURL
  /// The error is one sentence for people.
  case breedImageFailed(String)
}

/// What the page of one breed needs from the world.
public struct BreedEnvironment: Sendable {
  /// The address of some picture of a breed.
  public var loadDogImage: @Sendable (_ breed: BreedKey) async throws -> URL?

  public init(loadDogImage: @escaping @Sendable (_ breed: BreedKey) async throws -> URL?) {
    self.loadDogImage = loadDogImage
  }
}
