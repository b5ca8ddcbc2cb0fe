public import Foundation

/// An action in the list of breeds.
public enum DogsAction: Hashable, Sendable {
  case breedWasSelected(name: String)
  case dogsLoaded([Dog])
  case filterQueryChanged(String)
  case loadDogs
  /// A failure, with a sentence to show to the user.
  case dogsLoadFailed(String)
}

/// A list of breeds, and the time it was loaded.
public struct StoredDogs: Codable, Hashable, Sendable {
  public var dogs: [Dog]
  public var date: Date
}
