import Foundation
import HashTreeCollections
import TestSupport
import Testing

@testable import QuakesData

/// A generator of feeds in which records change, get other IDs, disappear and
/// reappear. The feeds come from two machines, one of which is behind.
struct RandomFeeds {
  /// An event with its IDs and its records so far, oldest first.
  private struct Event {
    var ids: [Quake.ID]
    var records: [Quake] = []
  }

  private var random: SeededGenerator
  private var events: [Event] = []
  private var begun = 0
  private var updates = 0
  private(set) var date = Date.noon

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  mutating func one(in count: Int) -> Bool { number(1...count) == 1 }

  /// Returns the next feed.
  mutating func next() -> QuakesFeed {
    date += Double(number(60...600))
    for _ in 0..<number(0...6) { begin() }
    for event in events.indices where one(in: 8) { revise(event) }
    if one(in: 4) { join() }
    var quakes: [Quake] = []
    for event in events.indices where !one(in: 15) {
      let records = events[event].records
      // Usually the newest record, rarely the one before, sometimes both.
      let recent = records.suffix(2)
      if one(in: 12), recent.allSatisfy({ $0.status != .deleted }) { quakes += recent.dropLast() }
      if !one(in: 20) { quakes += recent.suffix(1) }
    }
    if one(in: 3) { quakes.shuffle(using: &random) }
    return QuakesFeed(range: .allDay, generated: date, quakes: quakes)
  }

  private mutating func begin() {
    begun += 1
    events.append(Event(ids: ["e\(begun)"]))
    revise(events.count - 1)
  }

  /// Adds a record that is newer than all others of the event.
  private mutating func revise(_ index: Int) {
    if one(in: 3) {
      let count = events[index].ids.count
      events[index].ids.append("\(events[index].ids[0])-\(count)")
    }
    var ids = events[index].ids
    if one(in: 3) { ids.shuffle(using: &random) }
    let preferred = ids[0]
    // Sometimes an ID is omitted.
    if one(in: 6) { ids.removeLast() }
    let last = events[index].records.last
    let time = last.map { $0.time.timeIntervalSince(.noon) } ?? date.timeIntervalSince(.noon)
    events[index].records.append(
      .of(
        preferred, one(in: 20) ? nil : Double(number(-10...70)) / 10,
        time: one(in: 5) ? time - Double(number(0...2_000)) / 1000 : time,
        updated: nextUpdate(),
        name: ["Here", "There"][number(0...1)], type: one(in: 9) ? "quarry blast" : "earthquake",
        status: one(in: 25) ? .deleted : .reviewed, ids: Array(ids.dropFirst())))
  }

  /// Turns two events into one.
  private mutating func join() {
    guard events.count > 1 else { return }
    let other = events.remove(at: number(0...events.count - 1))
    let index = number(0...events.count - 1)
    events[index].ids += other.ids
    // Its next record is newer than those of both events.
    events[index].records += other.records.suffix(1)
    events[index].records.append(
      .of(
        events[index].ids[0], 3, time: other.records.last?.time.timeIntervalSince(.noon) ?? 0,
        updated: nextUpdate(), ids: Array(events[index].ids.dropFirst())))
  }

  /// Returns a unique date.
  private mutating func nextUpdate() -> Double {
    updates += 1
    return Double(updates)
  }
}

@Suite struct MergePropertyTests {
  @Test(arguments: Cases.seeds(4))
  func `Random feeds keep the state consistent`(_ seed: UInt64) throws {
    var feeds = RandomFeeds(seed: seed)
    var state = QuakesState()
    for _ in 0..<25 {
      let before = state
      let feed = feeds.next()
      state = try state.after(.fetched(feed))
      checkDerived(of: state)
      checkCounts(of: state, feed: feed)
      checkMonotonic(before, state, feed: feed)

      // Merging the same feed again changes nothing.
      var again = state
      let counts = again.merge(feed)
      #expect(again.quakes == state.quakes)
      #expect(again.deletions == state.deletions)
      // An ID that another event released in this feed may be that of a deleted
      // one in the next.
      #expect(again.ledger.deleted.isSuperset(of: state.ledger.deleted))
      #expect(counts == .init(unchanged: feed.quakes.count))

      // Sometimes a visitor deletes an event.
      if feeds.one(in: 3), let quake = state.values.first(where: { _ in feeds.one(in: 9) }) {
        state = try state.after(.delete(quake.id))
        checkDerived(of: state)
      }
    }
    #expect(state.quakes.data.count > 20)
    #expect(state.values.contains { $0.missingSince != nil })
    #expect(state.values.contains { !$0.otherIds.isEmpty })
  }

  /// Each record of the feed and each omitted event is counted once.
  private func checkCounts(of state: QuakesState, feed: QuakesFeed) {
    guard let counts = state.ledger.lastRefresh?.counts else {
      Issue.record("expected counts")
      return
    }
    let missing = state.values.count { $0.missingSince == feed.generated }
    let sum =
      counts.new + counts.changed + counts.renamed + counts.withdrawn + counts.unchanged
    #expect(sum == feed.quakes.count + missing)
  }

  /// Checks that no event becomes older, or changes without a record in the feed,
  /// and that its ID leads to it, or to a record of the feed.
  private func checkMonotonic(_ old: QuakesState, _ new: QuakesState, feed: QuakesFeed) {
    let seenIds = Set(feed.quakes.flatMap(\.ids))
    let wrong = old.values.filter { quake in
      guard let later = new.quakes.quake(anyId: quake.id) else {
        return seenIds.isDisjoint(with: quake.ids)
      }
      return (later.updated < quake.updated && !seenIds.contains(later.id))
        || (seenIds.isDisjoint(with: later.ids + quake.ids + quake.formerIds)
          && later.missing(since: nil) != quake.missing(since: nil))
    }
    #expect(wrong == [])
  }
}
