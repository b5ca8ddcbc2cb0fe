public import Foundation
public import ImmutableData

/// The state of the page of one breed.
public struct BreedState: Hashable, Sendable {
  public let dog: Dog
  /// The selected sub-breed; `nil` for the breed itself.
  public let subBreed: String?
  /// The URL of the last loaded picture.
  public var imageURL: URL?
  /// The status of loading the next picture.
  public var status: Status?

  public init(
    dog: Dog, subBreed: String? = nil, imageURL: URL? = nil, status: Status? = nil
  ) {
    self.dog = dog
    self.subBreed = subBreed
    self.imageURL = imageURL
    self.status = status
  }

  /// The key of the breed or sub-breed.
  public var key: BreedKey { BreedKey(breed: dog.breed, subBreed: subBreed) }
}

/// An action on the page of one breed.
public enum BreedAction: Codable, Hashable, Sendable {
  case breedImageURLReceived(URL?)
  case getBreedImageURL
  /// A failure, with a sentence to show to the user.
  case breedImageFailed(String)
}

/// The dependencies of the page of one breed.
public struct BreedEnvironment: Sendable {
  /// Returns the URL of a random picture of a breed.
  public var loadDogImage: @Sendable (_ breed: BreedKey) async throws -> URL?

  public init(loadDogImage: @escaping @Sendable (_ breed: BreedKey) async throws -> URL?) {
    self.loadDogImage = loadDogImage
  }
}
