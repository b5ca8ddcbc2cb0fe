public import Composable

/// What happens in the guide of breeds.
public enum AppAction: Codable, Hashable, Sendable {
  case breed(BreedAction)
  case breedsDisappeared
  case dogs(DogsAction)
  /// Some window shows a breed.
  case breedAppeared(BreedKey)
  /// One of the breeds that windows show.
  case breeds(KeyedAction<BreedKey, BreedAction>)
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

/// What the guide of breeds needs from the world.
public struct AppEnvironment: Sendable {
  public var dogs: DogsEnvironment
  public var breed: BreedEnvironment

  public init(dogs: DogsEnvironment, breed: BreedEnvironment) {
    self.dogs = dogs
    self.breed = breed
  }
}
