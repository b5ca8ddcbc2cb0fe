public import ImmutableData

extension AppState: InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var (old, new) = (old, new)
    let isWhole = [Dog].keepDifferences(&old.dogs, &new.dogs, limit: limit)
    let (before, after) = (old.breeds, new.breeds)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    let kept = Set(changed.prefix(limit))
    old.breeds = before.filter { kept.contains($0.key) }
    new.breeds = after.filter { kept.contains($0.key) }
    return (old, new, isWhole && kept.count == changed.count)
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
        .dogs(.storedDogsLoaded(stored.shortened(to: limit, leftOut: &leftOut)))
      case .log(let changes):
        .log(
          changes.shortened(to: limit, leftOut: &leftOut).map {
            $0.shortened(to: limit, leftOut: &leftOut)
          })
      default: self
      }
    return (short, leftOut)
  }
}

extension BreedsChange {
  fileprivate func shortened(to limit: Int, leftOut: inout Int) -> Self {
    switch self {
    case .list(let list): .list(list.shortened(to: limit, leftOut: &leftOut))
    case .picture: self
    case .everything(let list, let pictures):
      .everything(
        list: list?.shortened(to: limit, leftOut: &leftOut),
        pictures: pictures.shortened(to: limit, leftOut: &leftOut))
    }
  }
}

extension StoredDogs {
  fileprivate func shortened(to limit: Int, leftOut: inout Int) -> Self {
    StoredDogs(dogs: dogs.shortened(to: limit, leftOut: &leftOut), date: date)
  }
}
