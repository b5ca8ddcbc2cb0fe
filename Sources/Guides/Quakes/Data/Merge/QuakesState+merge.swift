import Foundation
import HashTreeCollections

extension QuakesState {
  /// Merges the records of a feed.
  ///
  /// Each record of a feed is an event of its own, whatever other IDs it lists:
  /// networks list an event's ID under another event as well (that of Tohoku in
  /// 2011 lists two aftershocks). `QuakesMerge` decides which records continue
  /// which events. A record that is older than the known one, or that belongs to
  /// a deleted event, changes nothing. Events that the feed omits are retained
  /// and marked as missing: the service runs on several machines that do not
  /// always agree.
  ///
  /// A feed that was generated before the last one adds and updates events. It
  /// marks none as missing, and a record with the same date does not replace a
  /// known one.
  ///
  /// - Returns: the changes, with the counts of records by outcome. O(k log n) for k IDs.
  package func changes(merging feed: QuakesFeed) -> QuakesChanges {
    let last = ledger.lastRefresh?.generated
    let isOutdated = last.map { feed.generated < $0 } ?? false
    var merge = QuakesMerge(
      of: feed.quakes, into: self, skippedIds: feed.skippedIds ?? [],
      covering: (feed.window, feed.generated, isOutdated))
    for quake in feed.quakes { merge.add(quake) }
    if !isOutdated, let skippedIds = feed.skippedIds {
      merge.markMissing(in: feed.window, since: feed.generated, skippedIds: skippedIds)
    }
    var changes = merge.changes(of: self)
    var deletions = deletions(after: changes)
    var known = known(with: deletions)
    changes.expired = deletions.expired(at: feed.generated)
    deletions.remove(of: changes.expired)
    known.drop { date in !deletions.all.contains { $0.date == date } }
    known.insert(feed.window.lowerBound..<feed.window.upperBound)
    changes.known = known == ledger.known ? nil : known
    var counts = merge.counts
    counts.skipped = feed.skipped
    changes.refresh = Refresh(
      range: feed.range, generated: max(feed.generated, last ?? feed.generated), counts: counts)
    return changes
  }

  /// Merges records without a feed. No event becomes missing.
  func merging(_ quakes: [Quake]) -> (changes: QuakesChanges, counts: Refresh.Counts) {
    var merge = QuakesMerge(of: quakes, into: self)
    for quake in quakes { merge.add(quake) }
    var changes = merge.changes(of: self)
    let known = known(with: deletions(after: changes))
    changes.known = known == ledger.known ? nil : known
    return (changes, merge.counts)
  }

  private func deletions(after changes: QuakesChanges) -> Deletions {
    var deletions = deletions
    deletions.apply(changes)
    return deletions
  }

  /// Returns the event with a preferred ID, stored or deleted. O(number of deletions).
  func stored(_ id: Quake.ID) -> Quake? { quakes.data[id] ?? deletions.quake(id: id)?.quake }
}

/// A merge of records in progress.
///
/// An event is known by its own ID, the preferred one, and by the other IDs that
/// its newest record lists. Of two claims to an ID, a record's own ID is
/// stronger than one that another record lists, and then the newer record is.
/// So identity is decided anew by each record: events that were joined by
/// mistake separate with the first feed that contains both.
private struct QuakesMerge {
  private let state: QuakesState
  /// The period of the feed, the time at which it was generated, and true if a
  /// newer one was merged before; `nil` without a feed.
  private let feed: (window: ClosedRange<Date>, generated: Date, isOutdated: Bool)?
  /// The IDs of the records, and all IDs of those that could not be read.
  private let recordIds: Set<Quake.ID>
  /// The records to which IDs belong that several records list.
  private let contestedIds: [Quake.ID: Quake.ID]
  private(set) var counts = QuakesState.Refresh.Counts()
  /// The quakes to remove from the state.
  private(set) var removed: [Quake.ID: Quake] = [:]
  /// The quakes to insert, by their preferred IDs.
  private(set) var inserted: [Quake.ID: Quake] = [:]
  /// The IDs of deleted events, including those learnt from the feed.
  private(set) var deletedIds: TreeSet<Quake.ID>
  private(set) var deletions: QuakesState.Deletions
  /// The preferred IDs of the deleted events that were changed.
  private var changedDeletions: Set<Quake.ID> = []
  /// All IDs of the events in `deletions`.
  private lazy var deletionIds = Set(
    deletions.all.lazy.flatMap { $0.quakes.data.values.lazy.flatMap { $0.ids + $0.formerIds } })
  /// The dates of deletion in the feed.
  private var withdrawn: [Quake.ID: Date] = [:]
  /// The preferred IDs of the known quakes with a record in the feed.
  private var seenIds: Set<Quake.ID> = []

  init(
    of records: [Quake], into state: QuakesState, skippedIds: [Quake.ID] = [],
    covering feed: (window: ClosedRange<Date>, generated: Date, isOutdated: Bool)? = nil
  ) {
    (self.state, self.feed) = (state, feed)
    recordIds = Set(records.lazy.map(\.id)).union(skippedIds)
    contestedIds = Self.contestedIds(of: records)
    (deletedIds, deletions) = (state.ledger.deleted, state.deletions)
  }

  /// Returns the IDs that several records list, with the newest of these
  /// records. The result does not depend on the order of the records.
  private static func contestedIds(of records: [Quake]) -> [Quake.ID: Quake.ID] {
    var claims: [Quake.ID: Quake] = [:]
    var contested: [Quake.ID: Quake.ID] = [:]
    for record in records {
      for id in record.otherIds {
        guard let other = claims.updateValue(record, forKey: id), other.id != record.id else {
          continue
        }
        let newest = (other.updated, record.id) > (record.updated, other.id) ? other : record
        claims[id] = newest
        contested[id] = newest.id
      }
    }
    return contested
  }

  /// Returns what is different in the merged state.
  func changes(of old: QuakesState) -> QuakesChanges {
    var changes = QuakesChanges()
    // In the order of the index, so that each part of them changes few of its chunks.
    changes.stored = inserted.values.filter { old.quakes.data[$0.id] != $0 }.sorted {
      ($0.time, $0.id) < ($1.time, $1.id)
    }
    for id in changedDeletions.sorted() {
      guard inserted[id] == nil, let deleted = deletions.quake(id: id) else { continue }
      if old.deletions.quake(id: id) != deleted { changes.deleted.append(deleted) }
    }
    changes.removed = changedDeletions.union(removed.keys).sorted().filter { id in
      inserted[id] == nil && deletions.quake(id: id) == nil && old.stored(id) != nil
    }
    changes.deletedIds = deletedIds.subtracting(old.ledger.deleted).sorted()
    changes.restoredIds = old.ledger.deleted.subtracting(deletedIds).sorted()
    return changes
  }

  mutating func add(_ record: Quake) {
    let record = withoutForeignIds(record)
    let own = event(record.id).flatMap { $0.id == record.id ? $0 : nil }
    if let own {
      seenIds.insert(own.id)
      guard isNewer(record, than: own) else {
        // The IDs of other records in the feed are theirs.
        return keep(
          own,
          as: own.with(
            otherIds: own.otherIds.filter { !recordIds.contains($0) },
            formerIds: own.formerIds.filter { !recordIds.contains($0) }))
      }
      if own.updated == record.updated, own.otherIds == record.otherIds {
        return update([own], with: record)
      }
    }
    let relations = relations(of: record)
    if own == nil, let older = relations.older.first {
      // A record from before the event got another ID.
      seenIds.insert(older.id)
      keep(older, as: older)
    } else if own == nil, isDeleted(record, relations) {
      leaveDeleted(
        separating(record, from: relations.others + relations.same), relations.deleted)
    } else if own != nil || !relations.same.isEmpty {
      for quake in relations.same { seenIds.insert(quake.id) }
      update(
        [own].compactMap(\.self) + relations.same,
        with: withoutDeletedIds(separating(record, from: relations.others + relations.deleted)))
    } else if record.status == .deleted {
      withdraw(record)
      counts.unchanged += 1
    } else if let date = withdrawn[record.id], date > record.updated {
      counts.unchanged += 1
    } else {
      // A refresh brings back what was deleted all together.
      for quake in relations.deleted { removeDeleted(quake) }
      inserted[record.id] =
        withoutDeletedIds(separating(record, from: relations.others)).dated(record.time)
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
      let quake = inserted[quake.id] ?? quake
      replace(quake, with: quake.missing(since: date))
      counts.withdrawn += 1
    }
  }
}

// MARK: Identity

extension QuakesMerge {
  /// The known events that share an ID with a record, except the event with the
  /// record's own ID.
  private struct Relations {
    /// The stored events that the record continues under another ID.
    var same: [Quake] = []
    /// The stored events with a newer record, of which this is a former one.
    var older: [Quake] = []
    /// The deleted events that the record continues, or of which it is a former
    /// record.
    var deleted: [Quake] = []
    /// Different events.
    var others: [Quake] = []
  }

  private enum Relation {
    case same, older, other
  }

  private mutating func relations(of record: Quake) -> Relations {
    var relations = Relations()
    for quake in events(of: record, in: { event($0) }) where quake.id != record.id {
      switch relation(of: record, to: quake) {
      case .same: relations.same.append(quake)
      case .older: relations.older.append(quake)
      case .other: relations.others.append(quake)
      }
    }
    guard !deletions.all.isEmpty, record.ids.contains(where: deletionIds.contains) else {
      return relations
    }
    for quake in events(of: record, in: { deletions.quake(anyId: $0)?.quake }) {
      if relation(of: record, to: quake) == .other {
        relations.others.append(quake)
      } else {
        relations.deleted.append(quake)
      }
    }
    return relations
  }

  private func events(of record: Quake, in event: (Quake.ID) -> Quake?) -> [Quake] {
    var events: [Quake] = []
    for id in record.ids {
      guard let quake = event(id), !events.contains(where: { $0.id == quake.id }) else { continue }
      events.append(quake)
    }
    return events
  }

  /// Returns the relation of a record to an event with a common ID.
  private func relation(of record: Quake, to quake: Quake) -> Relation {
    if quake.id == record.id { return .same }
    // An event with a record of its own in the feed is another event.
    if recordIds.contains(quake.id) { return .other }
    let isListed = quake.otherIds.contains(record.id)
    guard isNewer(record, than: quake) else {
      return isListed || quake.formerIds.contains(record.id) ? .older : .other
    }
    if isListed, !record.otherIds.contains(quake.id) { return .other }
    let isShared = record.otherIds.contains { $0 == quake.id || quake.otherIds.contains($0) }
    return isShared && isCovered(quake, with: record) ? .same : .other
  }

  /// Returns true if the feed would contain a record of the event, if it had one
  /// of its own. The times of two records of one event differ by seconds.
  private func isCovered(_ quake: Quake, with record: Quake) -> Bool {
    guard let feed else { return true }
    return feed.window.contains(quake.time)
      || abs(quake.time.timeIntervalSince(record.time)) <= 60
  }

  /// Returns true if the record replaces that of an event. A record without a
  /// date is as new as its feed.
  private func isNewer(_ record: Quake, than quake: Quake) -> Bool {
    if feed?.isOutdated ?? false {
      record.isUpdateKnown && record.updated > quake.updated
    } else {
      !record.isUpdateKnown || record.updated >= quake.updated
    }
  }

  /// Returns the record without the IDs that are those of other records, or that
  /// newer ones list.
  private func withoutForeignIds(_ record: Quake) -> Quake {
    guard !record.otherIds.isEmpty else { return record }
    return record.with(
      otherIds: record.otherIds.filter { id in
        !recordIds.contains(id) && (contestedIds[id] ?? record.id) == record.id
      })
  }

  /// Returns the record of an event that is not deleted without the IDs of deleted
  /// ones.
  private func withoutDeletedIds(_ record: Quake) -> Quake {
    deletedIds.isEmpty
      ? record : record.with(otherIds: record.otherIds.filter { !deletedIds.contains($0) })
  }

  /// Divides the IDs that a record shares with different events: each event
  /// keeps its own ID, a deleted event all of its IDs but the record's own, and
  /// the newer record gets the others.
  ///
  /// - Returns: the record with its IDs.
  private mutating func separating(_ record: Quake, from others: [Quake]) -> Quake {
    var record = record
    for quake in others {
      let isDeleted = deletions.quake(id: quake.id) != nil
      let taken =
        isNewer(record, than: quake) && !isDeleted
        ? Set(record.ids).subtracting([quake.id]) : [record.id]
      record = record.with(
        otherIds: record.otherIds.filter { !quake.ids.contains($0) || taken.contains($0) })
      let rest = quake.with(
        otherIds: quake.otherIds.filter { !taken.contains($0) },
        formerIds: quake.formerIds.filter { id in
          isDeleted ? id != record.id : !record.ids.contains(id)
        })
      guard rest != quake else { continue }
      if isDeleted {
        replaceDeleted(quake, with: rest)
        deletedIds.remove(record.id)
      } else {
        replace(quake, with: rest)
      }
    }
    return record
  }
}

// MARK: Changes

extension QuakesMerge {
  /// Returns true if a visitor deleted the event of a record. Events that were
  /// deleted all together may return.
  private func isDeleted(_ record: Quake, _ relations: Relations) -> Bool {
    guard !deletedIds.isEmpty else { return false }
    if !relations.deleted.isEmpty {
      return relations.deleted.contains { deletedIds.contains($0.id) }
        && (relations.same.isEmpty || deletedIds.contains(record.id))
    }
    // Without the event, since it was deleted long ago, its IDs decide.
    guard relations.same.isEmpty else { return deletedIds.contains(record.id) }
    let foreignIds = Set(relations.others.flatMap(\.ids))
    return record.ids.contains { deletedIds.contains($0) && !foreignIds.contains($0) }
  }

  /// Updates the deleted event of a record, so that it is restored as it is now.
  private mutating func leaveDeleted(_ record: Quake, _ deleted: [Quake]) {
    deletedIds.formUnion(record.ids)
    deletionIds.formUnion(record.ids)
    if let quake = deleted.first, isNewer(record, than: quake), record.status != .deleted {
      // The other IDs of the event that have a record of their own.
      deletedIds.subtract(
        deleted.flatMap(\.otherIds).filter { $0 != record.id && recordIds.contains($0) })
      replaceDeleted(quake, with: continued(deleted, by: record))
      for quake in deleted.dropFirst() { removeDeleted(quake) }
    }
    counts.unchanged += 1
  }

  /// Retains a quake with a newer record, which the feed contains.
  private mutating func keep(_ quake: Quake, as present: Quake) {
    let present = present.missing(since: missingSince(quake))
    if present != quake { replace(quake, with: present) }
    counts.unchanged += 1
  }

  /// Updates known quakes with a newer record that shows them to be one event.
  private mutating func update(_ known: [Quake], with record: Quake) {
    if record.status == .deleted {
      for quake in known { remove(quake) }
      withdraw(record.dated(known.map(\.updated).max() ?? record.updated))
      counts.withdrawn += 1
      return
    }
    let merged = continued(known, by: record)
    if known == [merged] {
      counts.unchanged += 1
      return
    }
    for quake in known { remove(quake) }
    inserted[merged.id] = merged
    if known.contains(where: { $0.id != merged.id }) {
      counts.renamed += 1
    } else if known[0].missing(since: merged.missingSince) == merged {
      // The event reappeared unchanged.
      counts.unchanged += 1
    } else {
      counts.changed += 1
    }
  }

  /// Returns the record with the history of the events that it continues: their
  /// former IDs, and their absence from a newer feed.
  private func continued(_ known: [Quake], by record: Quake) -> Quake {
    let newest = known.max { $0.updated < $1.updated } ?? record
    var formerIds: [Quake.ID] = []
    // Most records have the same IDs as before.
    if known.count == 1, known[0].id == record.id, known[0].otherIds == record.otherIds,
      known[0].formerIds.isEmpty
    {
      return record.dated(newest.updated).missing(since: missingSince(newest))
    }
    for id in known.flatMap({ $0.ids + $0.formerIds })
    where !record.ids.contains(id) && !recordIds.contains(id) && !formerIds.contains(id) {
      formerIds.append(id)
    }
    return record.dated(newest.updated)
      .with(otherIds: record.otherIds, formerIds: formerIds)
      .missing(since: missingSince(newest))
  }

  /// The time since which a quake with a record in the feed is missing: an event
  /// that is missing from a newer feed remains missing.
  private func missingSince(_ quake: Quake) -> Date? {
    quake.missingSince.flatMap { since in
      feed.map { since > $0.generated } ?? false ? since : nil
    }
  }

  /// Returns the quake with an ID in the merged state.
  private func event(_ id: Quake.ID) -> Quake? {
    if let quake = inserted[id] { return quake }
    guard let quake = state.quakes.quake(anyId: id) else { return nil }
    guard removed[quake.id] != nil else { return quake }
    return inserted[quake.id].flatMap { changed in
      changed.ids.contains(id) || changed.formerIds.contains(id) ? changed : nil
    }
  }

  private mutating func remove(_ quake: Quake) {
    if inserted.removeValue(forKey: quake.id) != nil { return }
    removed[quake.id] = quake
  }

  private mutating func replace(_ quake: Quake, with changed: Quake) {
    remove(quake)
    inserted[changed.id] = changed
  }

  private mutating func replaceDeleted(_ quake: Quake, with changed: Quake) {
    deletions.replace(quake, with: changed)
    changedDeletions.formUnion([quake.id, changed.id])
  }

  private mutating func removeDeleted(_ quake: Quake) {
    deletions.remove([quake.id])
    changedDeletions.insert(quake.id)
  }

  /// Notes that the newest record of an event has the status "deleted", so that
  /// an older one in the same feed does not restore it.
  private mutating func withdraw(_ record: Quake) {
    withdrawn[record.id] = max(record.updated, withdrawn[record.id] ?? record.updated)
  }
}
