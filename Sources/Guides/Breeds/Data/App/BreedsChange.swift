public import Foundation

/// A change of the list or of a picture.
///
/// The names of the cases and their labels are the format of the log.
public enum BreedsChange: Codable, Hashable, Sendable {
  /// A list was loaded.
  case list(StoredDogs)
  /// A picture was loaded.
  case picture(BreedPicture)
}

/// The picture of a breed or sub-breed.
public struct BreedPicture: Codable, Hashable, Sendable {
  public let key: BreedKey
  public let url: URL
}
