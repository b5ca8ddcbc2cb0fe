import HashTreeCollections

extension QuakesChanges {
  /// What differs between two states. What both share is not looked at.
  ///
  /// - Parameters:
  ///   - payload: the quakes that led from one to the other: they come first,
  ///     in their order, and are told of as they came where they were
  ///     deleted.
  init(from old: QuakesState, to new: QuakesState, payload: [Quake]) {
    self.init()
    let before = Self.quakes(in: old.quakes.index, notIn: new.quakes.index)
    let after = Self.quakes(in: new.quakes.index, notIn: old.quakes.index)
    let payloadById = Dictionary(payload.map { ($0.id, $0) }) { first, _ in first }

    var told: Set<Quake.ID> = []
    let first = payload.filter { told.insert($0.id).inserted }.compactMap { after[$0.id] }
    let others = after.values.filter { payloadById[$0.id] == nil }.sorted { $0.id < $1.id }
    for quake in first + others {
      switch before[quake.id] {
      case nil: inserted.append(quake)
      case let known where known != quake: updated.append(quake)
      default: break
      }
    }
    let gone = before.values.filter { after[$0.id] == nil }.sorted { $0.id < $1.id }
    deleted = gone.map { payloadById[$0.id] ?? $0 }
    deletedIds = Array(new.ledger.deleted.subtracting(old.ledger.deleted))
    refresh = new.ledger.lastRefresh == old.ledger.lastRefresh ? nil : new.ledger.lastRefresh
  }

  private static func quakes(
    in index: QuakeIndex, notIn other: QuakeIndex
  ) -> [Quake.ID: Quake] {
    let shared = Set(other.chunks.map(ObjectIdentifier.init))
    var quakes: [Quake.ID: Quake] = [:]
    for chunk in index.chunks where !shared.contains(ObjectIdentifier(chunk)) {
      for quake in chunk.quakes { quakes[quake.id] = quake }
    }
    return quakes
  }
}
