import HashTreeCollections
public import ImmutableData

extension QuakesState: InspectableState {
  /// Returns the parts of two states that differ. Index chunks that both states
  /// share are skipped.
  public static func differing(
    _ old: Self, _ new: Self, limit: Int
  ) -> (old: Self, new: Self, isWhole: Bool) {
    var isWhole = true
    let added = quakes(of: new, notIn: old, limit: limit, isWhole: &isWhole)
    let removed = quakes(of: old, notIn: new, limit: limit, isWhole: &isWhole)
    let ids = Set((added + removed).map(\.id))
    func part(of state: Self, otherThan other: Self) -> Self {
      var part = Self(
        quakes: Quakes(
          data: TreeDictionary(
            uniqueKeysWithValues: ids.compactMap { state.quakes.data[$0] }.map { ($0.id, $0) }),
          status: state.quakes.status),
        ledger: state.ledger)
      let deleted = state.ledger.deleted.subtracting(other.ledger.deleted)
      if deleted.count > limit { isWhole = false }
      part.ledger.deleted = TreeSet(deleted.prefix(limit))
      let kept = QuakesChanges.quakes(in: state.deletions, notIn: other.deletions)
      if kept.count > limit { isWhole = false }
      part.deletions = Deletions(kept.prefix(limit))
      return part
    }
    let parts = (part(of: old, otherThan: new), part(of: new, otherThan: old))
    return (parts.0, parts.1, isWhole)
  }

  /// Returns the quakes that are absent from or different in another state, up
  /// to a limit.
  private static func quakes(
    of state: Self, notIn other: Self, limit: Int, isWhole: inout Bool
  ) -> [Quake] {
    let shared = Set(other.quakes.index.chunks.map(ObjectIdentifier.init))
    var found: [Quake] = []
    for chunk in state.quakes.index.chunks where !shared.contains(ObjectIdentifier(chunk)) {
      for quake in chunk.quakes where other.quakes.data[quake.id] != quake {
        guard found.count < limit else {
          isWhole = false
          return found
        }
        found.append(quake)
      }
    }
    return found
  }
}

extension QuakesState.Quakes: CustomReflectable {
  /// The stored properties, without the derived ones.
  package var customMirror: Mirror {
    Mirror(self, children: ["data": data, "status": status as Any], displayStyle: .struct)
  }
}

extension QuakesAction: InspectableAction {
  public func shortened(to limit: Int) -> (action: Self, leftOut: Int) {
    var leftOut = 0
    if case .data(.log(let changes)) = self {
      let short = changes.shortened(to: limit, leftOut: &leftOut).map {
        $0.shortened(to: limit, leftOut: &leftOut)
      }
      return (.data(.log(short)), leftOut)
    }
    guard case .data(.persistentSession(let action)) = self else { return (self, 0) }
    let short: Data.PersistentSession =
      switch action {
      case .localStore(.didFetchQuakes(.success(let quakes))):
        .localStore(
          .didFetchQuakes(
            result: .success(quakes: quakes.shortened(to: limit, leftOut: &leftOut))))
      case .localStore(.didFetchLedger(var ledger)):
        .localStore(.didFetchLedger(ledger: ledger.shorten(to: limit, leftOut: &leftOut)))
      case .localStore(.didFetchDeletions(let quakes)):
        .localStore(
          .didFetchDeletions(quakes: quakes.shortened(to: limit, leftOut: &leftOut)))
      case .remoteStore(.didFetchQuakes(.success(let quakes))):
        .remoteStore(
          .didFetchQuakes(
            result: .success(quakes: quakes.shortened(to: limit, leftOut: &leftOut))))
      case .remoteStore(.didFetchFeed(var feed)):
        .remoteStore(.didFetchFeed(feed: feed.shorten(to: limit, leftOut: &leftOut)))
      default: action
      }
    return (.data(.persistentSession(short)), leftOut)
  }
}

extension QuakesFeed {
  fileprivate mutating func shorten(to limit: Int, leftOut: inout Int) -> Self {
    quakes = quakes.shortened(to: limit, leftOut: &leftOut)
    skippedIds = skippedIds?.shortened(to: limit, leftOut: &leftOut)
    return self
  }
}

extension QuakesChange {
  fileprivate func shortened(to limit: Int, leftOut: inout Int) -> Self {
    switch self {
    case .changed(var changes):
      changes.inserted = changes.inserted.shortened(to: limit, leftOut: &leftOut)
      changes.updated = changes.updated.shortened(to: limit, leftOut: &leftOut)
      changes.deleted = changes.deleted.shortened(to: limit, leftOut: &leftOut)
      changes.deletedIds = changes.deletedIds.shortened(to: limit, leftOut: &leftOut)
      changes.kept = changes.kept?.shortened(to: limit, leftOut: &leftOut)
      changes.released = changes.released?.shortened(to: limit, leftOut: &leftOut)
      return .changed(changes)
    case .removedAll:
      return self
    case .restored(let quakeIds):
      return .restored(quakeIds: quakeIds.shortened(to: limit, leftOut: &leftOut))
    case .deletions(let quakes):
      return .deletions(quakes.shortened(to: limit, leftOut: &leftOut))
    case .everything(let quakes, var ledger):
      return .everything(
        quakes: quakes.shortened(to: limit, leftOut: &leftOut),
        ledger: ledger.shorten(to: limit, leftOut: &leftOut))
    }
  }
}

extension QuakesState.Ledger {
  fileprivate mutating func shorten(to limit: Int, leftOut: inout Int) -> Self {
    guard deleted.count > limit else { return self }
    leftOut += deleted.count - limit
    deleted = TreeSet(deleted.prefix(limit))
    return self
  }
}
