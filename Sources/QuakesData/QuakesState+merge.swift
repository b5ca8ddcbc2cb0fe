import Foundation
import HashTreeCollections

extension QuakesState {
  /// Takes in what the feed says.
  ///
  /// An event is found by any of its ids. A record that is older than the
  /// known one changes nothing; so does one of an event that people deleted.
  /// Quakes that the feed leaves out are kept: it answers from several
  /// machines, which do not always agree.
  ///
  /// - Parameters:
  ///   - quakes: in the order of the feed; of two records of one event the
  ///     newer counts.
  ///   - window: the time about which the feed tells all; `nil` for none.
  ///   - date: since when what it left out is missing.
  /// - Returns: what became of the records. O(k log n) for k of them.
  mutating func merge(
    _ quakes: [Quake], window: ClosedRange<Date>?, missingSince date: Date?
  ) -> Refresh.Counts {
    var merge = QuakesMerge(into: self)
    for quake in quakes { merge.take(quake) }
    if let window, let date { merge.markMissing(in: window, since: date) }
    self.quakes.apply(
      removing: Array(merge.removed.values), inserting: Array(merge.inserted.values))
    ledger.deleted = merge.deletedIds
    return merge.counts
  }
}

/// A merge under way: what it has changed so far.
private struct QuakesMerge {
  private let state: QuakesState
  private(set) var counts = QuakesState.Refresh.Counts()
  /// Of the quakes known before, those that are to go.
  private(set) var removed: [Quake.ID: Quake] = [:]
  /// Those that are to come, and the preferred ids by their other ones.
  private(set) var inserted: [Quake.ID: Quake] = [:]
  private var aliases: [Quake.ID: Quake.ID] = [:]
  /// All ids of the events that people deleted, as they are known by now.
  private(set) var deletedIds: TreeSet<Quake.ID>
  /// When the feed says that events were deleted, by each of their ids.
  private var withdrawn: [Quake.ID: Date] = [:]
  /// The ids, as they were before, of the quakes that the feed told of.
  private var told: Set<Quake.ID> = []

  init(into state: QuakesState) {
    self.state = state
    self.deletedIds = state.ledger.deleted
  }

  mutating func take(_ quake: Quake) {
    let ids = quake.ids
    let known = known(ids)
    for one in known { told.insert(one.id) }
    if !deletedIds.isEmpty, ids.contains(where: deletedIds.contains) {
      // So is what is known of the event under ids that are new to it.
      for one in known { remove(one) }
      deletedIds.formUnion(known.flatMap(\.ids) + ids)
      counts.unchanged += 1
      return
    }
    guard let newest = known.max(by: { $0.updated < $1.updated }) else {
      if quake.status == .deleted {
        withdraw(ids, on: quake.updated)
        counts.unchanged += 1
      } else if isWithdrawn(ids, since: quake.updated) {
        counts.unchanged += 1
      } else {
        insert(quake)
        counts.new += 1
      }
      return
    }
    let isOlder = quake.updated < newest.updated
    if quake.status == .deleted, !isOlder {
      for one in known { remove(one) }
      withdraw(known.flatMap(\.ids) + ids, on: quake.updated)
      counts.withdrawn += 1
      return
    }
    let merged = (isOlder ? newest : quake)
      .adding(ids: known.flatMap(\.ids) + ids).missing(since: nil)
    if known == [merged] {
      counts.unchanged += 1
      return
    }
    for one in known { remove(one) }
    insert(merged)
    if known.contains(where: { $0.id != merged.id }) {
      counts.renamed += 1
    } else if known.count == 1, known[0].missing(since: nil) == merged {
      // It is back as it was.
      counts.unchanged += 1
    } else {
      counts.changed += 1
    }
  }

  /// Marks quakes of the window that the feed did not tell of.
  mutating func markMissing(in window: ClosedRange<Date>, since date: Date) {
    for quake in state.quakes.index.matches(of: QuakesQuery(time: window)).quakes
    where quake.missingSince == nil && !told.contains(quake.id) {
      remove(quake)
      insert(quake.missing(since: date))
      counts.withdrawn += 1
    }
  }

  /// The quakes that have one of the ids, as they are by now.
  private func known(_ ids: [Quake.ID]) -> [Quake] {
    var known: [Quake] = []
    for id in ids {
      guard let quake = self.quake(id), !known.contains(where: { $0.id == quake.id }) else {
        continue
      }
      known.append(quake)
    }
    return known
  }

  private func quake(_ id: Quake.ID) -> Quake? {
    if let quake = inserted[id] ?? aliases[id].flatMap({ inserted[$0] }) { return quake }
    guard let quake = state.quakes.quake(anyId: id), removed[quake.id] == nil else { return nil }
    return quake
  }

  private mutating func insert(_ quake: Quake) {
    inserted[quake.id] = quake
    for id in quake.otherIds { aliases[id] = quake.id }
  }

  private mutating func remove(_ quake: Quake) {
    if inserted.removeValue(forKey: quake.id) != nil { return }
    removed[quake.id] = quake
  }

  private mutating func withdraw(_ ids: [Quake.ID], on date: Date) {
    for id in ids { withdrawn[id] = max(date, withdrawn[id] ?? date) }
  }

  /// Whether a newer record than that said that the event was deleted.
  private func isWithdrawn(_ ids: [Quake.ID], since date: Date) -> Bool {
    !withdrawn.isEmpty && ids.contains { id in withdrawn[id].map { $0 > date } ?? false }
  }
}
