import Foundation
import HashTreeCollections

extension QuakesState {
  /// Merges the records of a feed.
  ///
  /// A record belongs to the event that has any of its ids. A record that is
  /// older than the known one, or of an event that people deleted, changes
  /// nothing. Quakes that the feed leaves out are kept and marked as missing:
  /// the service answers from several machines, which do not always agree.
  ///
  /// A feed that was generated before the last one adds and updates quakes,
  /// but marks none as missing, and wins no tie.
  ///
  /// - Returns: what became of the records. O(k log n) for k ids.
  mutating func merge(_ feed: QuakesFeed) -> Refresh.Counts {
    let isOutdated = ledger.lastRefresh.map { feed.generated < $0.generated } ?? false
    var merge = QuakesMerge(into: self, generated: feed.generated, isOutdated: isOutdated)
    for quake in feed.quakes { merge.take(quake) }
    if !isOutdated, let skippedIds = feed.skippedIds {
      merge.markMissing(in: feed.window, since: feed.generated, skippedIds: skippedIds)
    }
    apply(merge)
    var counts = merge.counts
    counts.skipped = feed.skipped
    return counts
  }

  /// Merges records without a feed, which leave nothing out.
  mutating func merge(_ quakes: [Quake]) -> Refresh.Counts {
    var merge = QuakesMerge(into: self)
    for quake in quakes { merge.take(quake) }
    apply(merge)
    return merge.counts
  }

  private mutating func apply(_ merge: QuakesMerge) {
    quakes.apply(removing: Array(merge.removed.values), inserting: Array(merge.inserted.values))
    ledger.deleted = merge.deletedIds
  }
}

/// The changes of a merge in progress.
private struct QuakesMerge {
  private let state: QuakesState
  /// The time at which the feed was generated; `nil` without a feed.
  private let generated: Date?
  /// True if a feed that was merged before is newer.
  private let isOutdated: Bool
  private(set) var counts = QuakesState.Refresh.Counts()
  /// The quakes of the state to be removed.
  private(set) var removed: [Quake.ID: Quake] = [:]
  /// The quakes to be inserted, and their preferred ids by the other ones.
  private(set) var inserted: [Quake.ID: Quake] = [:]
  private var aliases: [Quake.ID: Quake.ID] = [:]
  /// The ids of the events that people deleted, with those learnt so far.
  private(set) var deletedIds: TreeSet<Quake.ID>
  /// When the feed says that events were deleted, by each of their ids.
  private var withdrawn: [Quake.ID: Date] = [:]
  /// The preferred ids of the quakes that have a record in the feed.
  private var told: Set<Quake.ID> = []

  init(into state: QuakesState, generated: Date? = nil, isOutdated: Bool = false) {
    self.state = state
    self.generated = generated
    self.isOutdated = isOutdated
    self.deletedIds = state.ledger.deleted
  }

  mutating func take(_ record: Quake) {
    let (known, record) = match(record)
    if !deletedIds.isEmpty, record.ids.contains(where: deletedIds.contains) {
      // What is known of the event under other ids is deleted as well.
      for quake in known { remove(quake) }
      deletedIds.formUnion(known.flatMap(\.ids) + record.ids)
      counts.unchanged += 1
    } else if let newest = known.max(by: { $0.updated < $1.updated }) {
      update(known, newest: newest, with: record)
    } else if record.status == .deleted {
      withdraw(record.ids, on: record.updated)
      counts.unchanged += 1
    } else if isWithdrawn(record) {
      counts.unchanged += 1
    } else {
      insert(record.dated(record.time))
      counts.new += 1
    }
  }

  /// Marks quakes of the window that have no record in the feed.
  ///
  /// - Parameter skippedIds: the ids of records that could not be read.
  mutating func markMissing(
    in window: ClosedRange<Date>, since date: Date, skippedIds: [Quake.ID]
  ) {
    for id in skippedIds {
      if let quake = state.quakes.quake(anyId: id) { told.insert(quake.id) }
    }
    for quake in state.quakes.index.matches(of: QuakesQuery(time: window)).quakes
    where quake.missingSince == nil && !told.contains(quake.id) {
      remove(quake)
      insert(quake.missing(since: date))
      counts.withdrawn += 1
    }
  }
}

extension QuakesMerge {
  /// Returns the known quakes that a record joins, and the record with the ids
  /// that become theirs.
  ///
  /// No event gets more than `Quake.maximumIds` ids, so that a feed in which
  /// every event names the next costs no more than any other. Where a record
  /// would join too much, each id stays with the event that has it: a quake
  /// that has the record's preferred id learns no other one, and without such
  /// a quake the record is an event of its own.
  private mutating func match(_ record: Quake) -> (known: [Quake], record: Quake) {
    var hits: [(quake: Quake, ids: [Quake.ID])] = []
    var places: [Quake.ID: Int] = [:]
    for id in record.ids {
      guard let quake = quake(id) else { continue }
      if let place = places[quake.id] {
        hits[place].ids.append(id)
      } else {
        places[quake.id] = hits.count
        hits.append((quake, [id]))
        told.insert(quake.id)
      }
    }
    var count = record.otherIds.count + 1
    var known: [Quake] = []
    var foreign: Set<Quake.ID> = []
    for (quake, ids) in hits {
      let more = quake.otherIds.count + 1 - ids.count
      if count + more <= Quake.maximumIds {
        count += more
        known.append(quake)
      } else if ids[0] == record.id {
        return ([quake], record.with(otherIds: Array(ids.dropFirst())))
      } else {
        foreign.formUnion(ids)
      }
    }
    guard !foreign.isEmpty else { return (known, record) }
    return (known, record.with(otherIds: record.otherIds.filter { !foreign.contains($0) }))
  }

  /// Updates known quakes, which turn out to be one event, with a record.
  private mutating func update(_ known: [Quake], newest: Quake, with record: Quake) {
    // A record without a date is as new as its feed.
    let isNewer =
      if isOutdated {
        record.values.isUpdateKnown && record.updated > newest.updated
      } else {
        !record.values.isUpdateKnown || record.updated >= newest.updated
      }
    let record = record.dated(newest.updated)
    let ids = known.flatMap(\.ids) + record.ids
    if record.status == .deleted, isNewer {
      for quake in known { remove(quake) }
      withdraw(ids, on: record.updated)
      counts.withdrawn += 1
      return
    }
    // Missing from a newer feed than this one, it still is.
    let missingSince = newest.missingSince.flatMap { since in
      generated.map { since > $0 } ?? false ? since : nil
    }
    let merged = (isNewer ? record : newest).adding(ids: ids).missing(since: missingSince)
    if known == [merged] {
      counts.unchanged += 1
      return
    }
    for quake in known { remove(quake) }
    insert(merged)
    if known.contains(where: { $0.id != merged.id }) {
      counts.renamed += 1
    } else if known[0].missing(since: missingSince) == merged {
      // It is back as it was.
      counts.unchanged += 1
    } else {
      counts.changed += 1
    }
  }

  /// The quake with an id, as merged so far.
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

  /// True if a newer record says that the event was deleted.
  private func isWithdrawn(_ record: Quake) -> Bool {
    !withdrawn.isEmpty
      && record.ids.contains { id in withdrawn[id].map { $0 > record.updated } ?? false }
  }
}
