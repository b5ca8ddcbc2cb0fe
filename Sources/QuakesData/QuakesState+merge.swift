import Foundation
import HashTreeCollections

extension QuakesState {
  /// Merges the records of a feed.
  ///
  /// A record belongs to the event that has any of its IDs. A record that is
  /// older than the known one, or that belongs to a deleted event, changes
  /// nothing. Events that the feed omits are retained and marked as missing:
  /// the service runs on several machines that do not always agree.
  ///
  /// A feed that was generated before the last one adds and updates events. It
  /// marks none as missing, and a record with the same date does not replace a
  /// known one.
  ///
  /// - Returns: the number of records by outcome. O(k log n) for k IDs.
  mutating func merge(_ feed: QuakesFeed) -> Refresh.Counts {
    let isOutdated = ledger.lastRefresh.map { feed.generated < $0.generated } ?? false
    var merge = QuakesMerge(into: self, generated: feed.generated, isOutdated: isOutdated)
    for quake in feed.quakes { merge.add(quake) }
    if !isOutdated, let skippedIds = feed.skippedIds {
      merge.markMissing(in: feed.window, since: feed.generated, skippedIds: skippedIds)
    }
    apply(merge)
    deletions.trim(at: feed.generated)
    var counts = merge.counts
    counts.skipped = feed.skipped
    return counts
  }

  /// Merges records without a feed. No event becomes missing.
  mutating func merge(_ quakes: [Quake]) -> Refresh.Counts {
    var merge = QuakesMerge(into: self)
    for quake in quakes { merge.add(quake) }
    apply(merge)
    return merge.counts
  }

  private mutating func apply(_ merge: QuakesMerge) {
    quakes.apply(removing: Array(merge.removed.values), inserting: Array(merge.inserted.values))
    ledger.deleted = merge.deletedIds
    deletions.remove(merge.inserted.values.flatMap(\.ids))
    for (id, quakeId) in merge.learntIds.sorted(by: { $0.key < $1.key }) {
      deletions.add(id, to: quakeId)
    }
  }
}

/// The changes of a merge in progress.
private struct QuakesMerge {
  private let state: QuakesState
  /// The time at which the feed was generated; `nil` without a feed.
  private let generated: Date?
  /// True if a newer feed was merged before.
  private let isOutdated: Bool
  private(set) var counts = QuakesState.Refresh.Counts()
  /// The quakes to remove from the state.
  private(set) var removed: [Quake.ID: Quake] = [:]
  /// The quakes to insert, by their preferred IDs.
  private(set) var inserted: [Quake.ID: Quake] = [:]
  private var aliases: [Quake.ID: Quake.ID] = [:]
  /// The IDs of deleted events, including those learnt from the feed.
  private(set) var deletedIds: TreeSet<Quake.ID>
  /// The preferred IDs of the events that visitors deleted, by the IDs learnt
  /// from the feed.
  private(set) var learntIds: [Quake.ID: Quake.ID] = [:]
  /// The dates of deletion in the feed, by each ID of the event.
  private var withdrawn: [Quake.ID: Date] = [:]
  /// The preferred IDs of the known quakes with a record in the feed.
  private var seenIds: Set<Quake.ID> = []

  init(into state: QuakesState, generated: Date? = nil, isOutdated: Bool = false) {
    self.state = state
    self.generated = generated
    self.isOutdated = isOutdated
    self.deletedIds = state.ledger.deleted
  }

  mutating func add(_ record: Quake) {
    let (known, record) = match(record)
    if !deletedIds.isEmpty, record.ids.contains(where: deletedIds.contains) {
      // Records of a deleted event under other IDs are deleted as well.
      for quake in known { remove(quake) }
      let ids = known.flatMap(\.ids) + record.ids
      deletedIds.formUnion(ids)
      learn(ids)
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

  /// Marks the quakes of the window without a record in the feed as missing.
  ///
  /// - Parameter skippedIds: the IDs of invalid records.
  mutating func markMissing(
    in window: ClosedRange<Date>, since date: Date, skippedIds: [Quake.ID]
  ) {
    for id in skippedIds {
      if let quake = state.quakes.quake(anyId: id) { seenIds.insert(quake.id) }
    }
    for quake in state.quakes.index.matches(of: QuakesQuery(time: window)).quakes
    where quake.missingSince == nil && !seenIds.contains(quake.id) {
      remove(quake)
      insert(quake.missing(since: date))
      counts.withdrawn += 1
    }
  }
}

extension QuakesMerge {
  /// Returns the known quakes that belong to a record, and the record without
  /// the IDs of other events.
  ///
  /// No event gets more than `Quake.maximumIds` IDs. This bounds the cost of a
  /// feed in which every event refers to the next. If a record would join too
  /// many IDs, each ID remains with its event: a quake with the record's
  /// preferred ID gets no other IDs, and without such a quake the record
  /// becomes a separate event.
  private mutating func match(_ record: Quake) -> (known: [Quake], record: Quake) {
    var candidates: [(quake: Quake, ids: [Quake.ID])] = []
    var positions: [Quake.ID: Int] = [:]
    for id in record.ids {
      guard let quake = quake(id) else { continue }
      if let position = positions[quake.id] {
        candidates[position].ids.append(id)
      } else {
        positions[quake.id] = candidates.count
        candidates.append((quake, [id]))
        seenIds.insert(quake.id)
      }
    }
    var count = record.otherIds.count + 1
    var known: [Quake] = []
    var foreign: Set<Quake.ID> = []
    for (quake, ids) in candidates {
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

  /// Updates known quakes with a record that shows them to be one event.
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
    // An event that is missing from a newer feed remains missing.
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
      // The event reappeared unchanged.
      counts.unchanged += 1
    } else {
      counts.changed += 1
    }
  }

  /// Returns the quake with an ID in the merged state.
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

  /// Records that IDs belong to a deleted event, so that its restoration
  /// includes them.
  private mutating func learn(_ ids: [Quake.ID]) {
    for id in ids {
      guard let quakeId = learntIds[id] ?? state.deletions.quake(anyId: id)?.quake.id else {
        continue
      }
      for id in ids { learntIds[id] = quakeId }
      return
    }
  }

  private mutating func withdraw(_ ids: [Quake.ID], on date: Date) {
    for id in ids { withdrawn[id] = max(date, withdrawn[id] ?? date) }
  }

  /// Returns true if a newer record of the event has the status "deleted".
  private func isWithdrawn(_ record: Quake) -> Bool {
    !withdrawn.isEmpty
      && record.ids.contains { id in withdrawn[id].map { $0 > record.updated } ?? false }
  }
}
