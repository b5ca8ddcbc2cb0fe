public import Foundation

/// What happens in the list of breeds.
public enum DogsAction: Codable, Hashable, Sendable {
  case breedWasSelected(name: String)
  case dogsLoaded([Dog])
  case filterQueryChanged(String)
  case loadDogs
  /// The list of an earlier time was found on disk.
  case keptDogsLoaded(KeptDogs)
  /// The error is one sentence for people.
  case dogsLoadFailed(String)
}

/// A list of breeds, and when it was loaded.
public struct KeptDogs: Codable, Hashable, Sendable {
  public var dogs: [Dog]
  public var date: Date

  public init(dogs: [Dog], date: Date) {
    self.dogs = dogs
    self.date = date
  }
}
