public import ImmutableData

extension AppState: InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var (old, new) = (old, new)
    let isWhole = [Dog].keepDifferences(&old.dogs, &new.dogs, limit: limit)
    // The state contains few breeds, so there is no limit.
    let (before, after) = (old.breeds, new.breeds)
    old.breeds = before.filter { after[$0.key] != $0.value }
    new.breeds = after.filter { before[$0.key] != $0.value }
    return (old, new, isWhole)
  }
}

extension AppAction: InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) {
    var leftOut = 0
    let short: AppAction =
      switch self {
      case .dogs(.dogsLoaded(let dogs)):
        .dogs(.dogsLoaded(dogs.shortened(to: limit, leftOut: &leftOut)))
      case .dogs(.storedDogsLoaded(let stored)):
        .dogs(
          .storedDogsLoaded(
            StoredDogs(dogs: stored.dogs.shortened(to: limit, leftOut: &leftOut), date: stored.date)
          ))
      default: self
      }
    return (short, leftOut)
  }
}
