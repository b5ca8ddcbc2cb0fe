package import Foundation
import HashTreeCollections

extension QuakesState {
  /// The deleted events that can be restored. An event is either stored or
  /// deleted: one that a refresh brings back is no longer listed here.
  package struct Deletions: Hashable, Sendable {
    /// The deletions, the oldest first.
    package private(set) var all: [Deletion] = []
  }

  /// The events that were deleted at once.
  package struct Deletion: Hashable, Sendable {
    /// The time of the deletion, which identifies it.
    package let date: Date
    package fileprivate(set) var quakes: Quakes

    /// The number of events.
    package var count: Int { quakes.index.count }
  }
}

extension QuakesState.Deletions {
  init(_ quakes: some Sequence<DeletedQuake>) {
    insert(quakes)
  }

  /// The time for which an event can be restored: 30 days. A refresh removes
  /// older deletions.
  static let lifetime: TimeInterval = 30 * 86_400
  /// The number of deletions that a refresh leaves.
  static let limit = 1_000

  /// The number of events. O(number of deletions).
  package var count: Int { all.reduce(0) { $0 + $1.count } }

  /// Returns the event with a preferred ID. O(number of deletions).
  func quake(id: Quake.ID) -> DeletedQuake? { first { $0.data[id] } }

  /// Returns the event that has an ID, or had it last. O(number of deletions).
  package func quake(anyId id: Quake.ID) -> DeletedQuake? { first { $0.quake(anyId: id) } }

  private func first(_ find: (QuakesState.Quakes) -> Quake?) -> DeletedQuake? {
    for deletion in all {
      if let quake = find(deletion.quakes) { return DeletedQuake(quake, at: deletion.date) }
    }
    return nil
  }

  /// Returns a part of the events, the last deleted first, and of those the
  /// newest first.
  package func quakes(in range: Range<Int>) -> [DeletedQuake] {
    var quakes: [DeletedQuake] = []
    var start = 0
    for deletion in all.reversed() where start < range.upperBound {
      let count = deletion.count
      let part = range.clamped(to: start..<start + count)
      if !part.isEmpty {
        quakes += deletion.quakes.index.matches(of: QuakesQuery())
          .quakes(
            sortedBy: .time, order: .reverse, in: part.lowerBound - start..<part.upperBound - start
          )
          .map { DeletedQuake($0, at: deletion.date) }
      }
      start += count
    }
    return quakes
  }

  /// Adds the events of a deletion. O(1) for all events of a state.
  mutating func insert(_ quakes: QuakesState.Quakes, at date: Date) {
    guard !quakes.data.isEmpty else { return }
    var quakes = quakes
    quakes.status = nil
    let position = all.firstIndex { $0.date >= date } ?? all.endIndex
    if position < all.endIndex, all[position].date == date {
      all[position].quakes.insert(quakes.data.values)
    } else {
      all.insert(.init(date: date, quakes: quakes), at: position)
    }
  }

  /// Adds events of several deletions. An event that was deleted before has the
  /// later time.
  mutating func insert(_ quakes: some Sequence<DeletedQuake>) {
    let batches = Dictionary(grouping: quakes, by: \.date)
    remove(batches.values.lazy.joined().map(\.quake.id))
    for (date, batch) in batches {
      var quakes = QuakesState.Quakes()
      quakes.insert(batch.map(\.quake))
      insert(quakes, at: date)
    }
  }

  /// Applies the changes of quakes. An event that is stored again is no longer deleted.
  mutating func apply(_ changes: QuakesChanges) {
    remove(changes.quakeIds)
    insert(changes.deleted)
    remove(of: changes.expired)
  }

  /// Removes the events with these preferred IDs.
  mutating func remove(_ ids: some Collection<Quake.ID>) {
    guard !all.isEmpty, !ids.isEmpty else { return }
    for position in all.indices { all[position].quakes.remove(ids) }
    all.removeAll { $0.quakes.data.isEmpty }
  }

  /// Returns the times of the deletions that are too old, and of the oldest beyond the limit.
  func expired(at date: Date) -> [Date] {
    let young = all.count { date.timeIntervalSince($0.date) <= Self.lifetime }
    return all.dropLast(min(young, Self.limit)).map(\.date)
  }

  /// Removes the deletions of these times.
  mutating func remove(of dates: [Date]) {
    if !dates.isEmpty { all.removeAll { dates.contains($0.date) } }
  }

  /// Replaces an event by its newer record, which may have another preferred ID.
  mutating func replace(_ quake: Quake, with changed: Quake) {
    for position in all.indices where all[position].quakes.data[quake.id] != nil {
      all[position].quakes.apply(removing: [quake], inserting: [changed])
    }
  }
}

extension QuakesState {
  /// Returns the deleted events that an action of a visitor restores.
  func deleted(_ restoration: QuakesAction.UI.QuakeList.Restoration) -> [Quake] {
    switch restoration {
    case .quake(let quakeId): deletions.quake(anyId: quakeId).map { [$0.quake] } ?? []
    case .deletion(let date):
      deletions.all.first { $0.date == date }.map { Array($0.quakes.data.values) } ?? []
    case .all: deletions.all.flatMap(\.quakes.data.values)
    }
  }

  /// Deletes all events. Their time is no longer known.
  ///
  /// - Parameter date: the time of the deletion; `nil` if it cannot be undone.
  mutating func deleteAll(at date: Date?) {
    guard !quakes.data.isEmpty else { return }
    if let date {
      deletions.insert(quakes, at: date)
      ledger.known.forget(at: date)
    } else {
      ledger.known = KnownTime()
    }
    quakes.data = [:]
  }

  /// Returns the known time, with that of deletions whose events are all stored again.
  func known(with deletions: Deletions) -> KnownTime {
    var known = ledger.known
    known.recall { date in !deletions.all.contains { $0.date == date } }
    return known
  }

  /// Restores deleted events: they are stored again, and a refresh updates them.
  /// Each event has its preferred ID; an ID that other events have is theirs.
  mutating func restore(_ restoration: QuakesAction.UI.QuakeList.Restoration) {
    let restored = deleted(restoration)
    switch restoration {
    case .quake: deletions.remove(restored.map(\.id))
    case .deletion(let date): deletions.remove(of: [date])
    case .all: deletions = Deletions()
    }
    let ids = restored.flatMap { $0.ids + $0.formerIds }
    ledger.deleted.subtract(ids.filter { deletions.quake(anyId: $0) == nil })
    var takenIds = Set(restored.map(\.id))
    quakes.insert(
      restored.sorted { $0.id < $1.id }
        .filter { quakes.quake(anyId: $0.id)?.ids.contains($0.id) != true }
        .map { quake in
          quake.with(
            otherIds: quake.otherIds.filter { id in
              quakes.quake(anyId: id) == nil && takenIds.insert(id).inserted
            })
        })
    ledger.known = known(with: deletions)
  }
}

// MARK: Decisions

extension QuakesState {
  /// Returns the change that deletes the event with an ID; `nil` if it was deleted before.
  ///
  /// - Parameter date: the time of the deletion; `nil` if it cannot be undone.
  /// - Throws: `QuakesReducer.Error` if there is no such event.
  func deletion(of id: Quake.ID, at date: Date?) throws -> QuakesChange? {
    if let quake = quakes.quake(anyId: id) {
      let kept = date.map { DeletedQuake(quake, at: $0) }
      return .changed(
        QuakesChanges(
          deleted: kept.map { [$0] } ?? [], removed: kept == nil ? [quake.id] : [],
          deletedIds: quake.ids))
    }
    guard ledger.deleted.contains(id) else { throw QuakesReducer.Error(code: .quakeNotFound) }
    return nil
  }

  /// Returns the change that restores deleted events; `nil` if the one that is named is stored.
  ///
  /// - Throws: `QuakesReducer.Error` if none is deleted.
  func restoration(
    _ restoration: QuakesAction.UI.QuakeList.Restoration
  ) throws -> QuakesChange? {
    if !deleted(restoration).isEmpty { return .restored(restoration) }
    guard case .quake(let id) = restoration, quakes.quake(anyId: id) != nil else {
      throw QuakesReducer.Error(code: .quakeNotFound)
    }
    return nil
  }
}
