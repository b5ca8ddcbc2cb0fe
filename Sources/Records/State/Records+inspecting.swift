import HashTreeCollections
public import ImmutableData

extension RecordsState: InspectableState {
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var (old, new) = (old, new)
    let parts = [
      keepDifferences(&old.records, &new.records, limit: limit),
      keepDifferences(&old.queue, &new.queue, limit: limit),
    ]
    return (old, new, !parts.contains(false))
  }

  /// Removes equal values from both dictionaries, and all but `limit` of the
  /// differing ones.
  ///
  /// - Returns: true if all differing values are kept.
  private static func keepDifferences<Value: Equatable>(
    _ old: inout TreeDictionary<String, Value>, _ new: inout TreeDictionary<String, Value>,
    limit: Int
  ) -> Bool {
    let (before, after) = (old, new)
    (old, new) = ([:], [:])
    guard before != after else { return true }
    var kept = 0
    for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
      guard kept < limit else { return false }
      kept += 1
      old[key] = before[key]
      new[key] = after[key]
    }
    return true
  }
}

extension RecordsAction: InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) {
    guard case .data(.didChange(let changes)) = self else { return (self, 0) }
    var leftOut = 0
    let kept = changes.shortened(to: limit, leftOut: &leftOut).map { change -> Change in
      guard case .everything(let entries) = change else { return change }
      return .everything(entries.shortened(to: limit, leftOut: &leftOut))
    }
    return (.data(.didChange(kept)), leftOut)
  }
}
