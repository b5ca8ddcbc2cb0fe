import HashTreeCollections

extension QuakesChanges {
  /// Computes the difference of two states. Index chunks that both states share
  /// are skipped.
  ///
  /// - Parameters:
  ///   - payload: the quakes that caused the change. They come first, in their
  ///     order. A deleted quake is listed with its value in the payload.
  init(from old: QuakesState, to new: QuakesState, payload: [Quake]) {
    self.init()
    let before = Self.quakes(in: old.quakes.index, notIn: new.quakes.index)
    let after = Self.quakes(in: new.quakes.index, notIn: old.quakes.index)

    var payloadIds: Set<Quake.ID> = []
    payloadIds.reserveCapacity(payload.count)
    let first = payload.filter { payloadIds.insert($0.id).inserted }
    func others(_ quakes: [Quake.ID: Quake]) -> [Quake] {
      quakes.values.filter { !payloadIds.contains($0.id) }.sorted { $0.id < $1.id }
    }
    for quake in first.compactMap({ after[$0.id] }) + others(after) {
      switch before[quake.id] {
      case nil: inserted.append(quake)
      case let known where known != quake: updated.append(quake)
      default: break
      }
    }
    deleted = (first.filter { before[$0.id] != nil } + others(before))
      .filter { after[$0.id] == nil }
    deletedIds = Array(new.ledger.deleted.subtracting(old.ledger.deleted))
    refresh = new.ledger.lastRefresh == old.ledger.lastRefresh ? nil : new.ledger.lastRefresh
    let restored = old.ledger.deleted.subtracting(new.ledger.deleted)
    restoredIds = restored.isEmpty ? nil : restored.sorted()
    known = new.ledger.known == old.ledger.known ? nil : new.ledger.known
    compare(old.deletions, new.deletions)
  }

  private mutating func compare(_ old: QuakesState.Deletions, _ new: QuakesState.Deletions) {
    let kept = Self.quakes(in: new, notIn: old)
    let keptIds = Set(kept.map(\.quake.id))
    let released = Self.quakes(in: old, notIn: new).map(\.quake.id).filter { id in
      !keptIds.contains(id) && !new.all.contains { $0.quakes.data[id] != nil }
    }
    self.kept = kept.isEmpty ? nil : kept
    self.released = released.isEmpty ? nil : released
  }

  /// Returns the deleted quakes that other deletions lack or have with another
  /// value, in the order of deletion and of their IDs.
  static func quakes(
    in deletions: QuakesState.Deletions, notIn other: QuakesState.Deletions
  ) -> [DeletedQuake] {
    let others = Dictionary(uniqueKeysWithValues: other.all.map { ($0.date, $0.quakes) })
    return deletions.all.flatMap { deletion in
      let other = others[deletion.date] ?? QuakesState.Quakes()
      return quakes(in: deletion.quakes.index, notIn: other.index).values
        .filter { other.data[$0.id] != $0 }
        .sorted { $0.id < $1.id }
        .map { DeletedQuake($0, at: deletion.date) }
    }
  }

  private static func quakes(
    in index: QuakeIndex, notIn other: QuakeIndex
  ) -> [Quake.ID: Quake] {
    let shared = Set(other.chunks.map(ObjectIdentifier.init))
    let changed = index.chunks.filter { !shared.contains(ObjectIdentifier($0)) }
    var quakes: [Quake.ID: Quake] = [:]
    quakes.reserveCapacity(changed.reduce(0) { $0 + $1.count })
    for chunk in changed {
      for quake in chunk.quakes { quakes[quake.id] = quake }
    }
    return quakes
  }
}
