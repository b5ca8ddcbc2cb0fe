public import ImmutableData

extension AppState: InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var (old, new) = (old, new)
    let isWhole = [Dog].keepDifferences(&old.dogs, &new.dogs, limit: limit)
    // Few are kept in the state.
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
      case .dogs(.keptDogsLoaded(let kept)):
        .dogs(
          .keptDogsLoaded(
            KeptDogs(dogs: kept.dogs.shortened(to: limit, leftOut: &leftOut), date: kept.date)))
      default: self
      }
    return (short, leftOut)
  }
}
