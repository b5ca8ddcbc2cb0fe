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
    switch self {
    case .data(.didLoad(.success(let entries))) where entries.count > limit:
      return (.data(.didLoad(.success(Array(entries.prefix(limit))))), entries.count - limit)
    case .data(.didChange(let changes)):
      var leftOut = max(0, changes.count - limit)
      let kept = changes.prefix(limit).map { change in
        guard case .everything(let entries) = change, entries.count > limit else { return change }
        leftOut += entries.count - limit
        return .everything(Array(entries.prefix(limit)))
      }
      return (.data(.didChange(kept)), leftOut)
    default:
      return (self, 0)
    }
  }
}
