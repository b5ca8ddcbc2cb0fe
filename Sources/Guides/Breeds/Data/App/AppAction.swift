public import Composable

/// An action of the guide to dog breeds.
public enum AppAction: Hashable, Sendable {
  case breed(BreedAction)
  case breedsDisappeared
  case dogs(DogsAction)
  /// A window shows a breed.
  case breedAppeared(BreedKey)
  /// An action on one of the shown breeds.
  case breeds(KeyedAction<BreedKey, BreedAction>)
  /// The kept list and pictures were loaded.
  case loaded(list: StoredDogs?, pictures: [BreedPicture])
  /// The log has changes, of any instance.
  case log(_ changes: [BreedsChange])
}

extension AppAction {
  static let dogsPath = CasePath<AppAction, DogsAction>(
    embed: { .dogs($0) },
    extract: { if case .dogs(let action) = $0 { action } else { nil } })

  static let breedPath = CasePath<AppAction, BreedAction>(
    embed: { .breed($0) },
    extract: { if case .breed(let action) = $0 { action } else { nil } })

  static let breedsPath = CasePath<AppAction, KeyedAction<BreedKey, BreedAction>>(
    embed: { .breeds($0) },
    extract: { if case .breeds(let action) = $0 { action } else { nil } })
}

/// The dependencies of the guide to dog breeds.
public struct AppEnvironment: Sendable {
  public var dogs: DogsEnvironment
  public var breed: BreedEnvironment

  public init(dogs: DogsEnvironment, breed: BreedEnvironment) {
    self.dogs = dogs
    self.breed = breed
  }
}
