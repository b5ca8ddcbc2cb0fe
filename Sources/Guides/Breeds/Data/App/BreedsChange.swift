public import Foundation

/// A change in the log of a store that several instances share.
///
/// The names of the cases and their labels are the format of the log.
public enum BreedsChange: Codable, Hashable, Sendable {
  /// A list was loaded.
  case list(StoredDogs)
  /// A picture was loaded.
  case picture(BreedPicture)
  /// The list and all pictures were replaced.
  case everything(list: StoredDogs?, pictures: [BreedPicture])
}

/// The picture of a breed or sub-breed.
public struct BreedPicture: Codable, Hashable, Sendable {
  public let key: BreedKey
  public let url: URL

  public init(key: BreedKey, url: URL) {
    self.key = key
    self.url = url
  }
}
