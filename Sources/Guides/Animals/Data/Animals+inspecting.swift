import HashTreeCollections
public import ImmutableData

extension AnimalsState: InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var (old, new) = (old, new)
    let parts = [
      keepDifferences(&old.categories.data, &new.categories.data, limit: limit),
      keepDifferences(&old.animals.data, &new.animals.data, limit: limit),
      keepDifferences(&old.animals.queue, &new.animals.queue, limit: limit),
      keepDifferences(&old.animals.numbers, &new.animals.numbers, limit: limit),
    ]
    return (old, new, !parts.contains(false))
  }

  /// Reduces two dictionaries to the entries that differ, up to a limit.
  ///
  /// - Returns: true if every difference is included.
  private static func keepDifferences<Value: Equatable>(
    _ old: inout TreeDictionary<String, Value>, _ new: inout TreeDictionary<String, Value>,
    limit: Int
  ) -> Bool {
    let (before, after) = (old, new)
    (old, new) = ([:], [:])
    guard before != after else { return true }
    func note(_ key: String) -> Bool {
      guard before[key] != after[key], old[key] == nil, new[key] == nil else { return true }
      guard max(old.count, new.count) < limit else { return false }
      old[key] = before[key]
      new[key] = after[key]
      return true
    }
    return after.keys.allSatisfy(note) && before.keys.allSatisfy(note)
  }
}

extension AnimalsAction: InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) {
    var leftOut = 0
    if case .data(.log(let changes)) = self {
      let short = changes.shortened(to: limit, leftOut: &leftOut).map { change in
        guard case .everything(let categories, let animals) = change else { return change }
        return AnimalsChange.everything(
          categories: categories.shortened(to: limit, leftOut: &leftOut),
          animals: animals.shortened(to: limit, leftOut: &leftOut))
      }
      return (.data(.log(short)), leftOut)
    }
    guard case .data(.persistentSession(let action)) = self else { return (self, 0) }
    let short: Data.PersistentSession =
      switch action {
      case .didFetchCategories(.success(let categories)):
        .didFetchCategories(
          result: .success(categories: categories.shortened(to: limit, leftOut: &leftOut)))
      case .didFetchAnimals(.success(let animals)):
        .didFetchAnimals(
          result: .success(animals: animals.shortened(to: limit, leftOut: &leftOut)))
      case .didReloadSampleData(.success(let animals, let categories)):
        .didReloadSampleData(
          result: .success(
            animals: animals.shortened(to: limit, leftOut: &leftOut),
            categories: categories.shortened(to: limit, leftOut: &leftOut)))
      default: action
      }
    return (.data(.persistentSession(short)), leftOut)
  }
}
