import Foundation
import HashTreeCollections
import Testing

@testable import QuakesData

/// Feeds with chains and stars of shared IDs, which no real network produces.
/// Their result is bounded and deterministic.
@Suite struct MergeSharedIDTests {
  private static let limit = Quake.maximumIds

  private static func id(_ number: Int) -> Quake.ID { "e\(number)" }

  /// Returns events each of which has the ID of the next.
  static func chain(_ count: Int) -> [Quake] {
    (0..<count).map { .of(id($0), time: -Double($0), ids: [id($0 + 1)]) }
  }

  /// Returns events that share one ID.
  static func star(_ count: Int) -> [Quake] {
    (0..<count).map { .of(id($0), time: -Double($0), ids: ["hub"]) }
  }

  /// Returns events with the maximum number of IDs.
  static func many(_ count: Int) -> [Quake] {
    (0..<count).map { event in
      .of(id(event), time: -Double(event), ids: (1..<limit).map { "e\(event)-\($0)" })
    }
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let feed: [Quake]
    /// The expected IDs of each event.
    let events: [Set<Quake.ID>]

    init(_ name: String, _ feed: [Quake], _ events: [Set<Quake.ID>]) {
      (testDescription, self.feed, self.events) = (name, feed, events)
    }
  }

  private static func ids(_ numbers: Range<Int>) -> Set<Quake.ID> { Set(numbers.map(id)) }

  static let rows = [
    Row("a short chain is one event", chain(10), [ids(0..<11)]),
    Row("the longest chain that is one event", chain(limit - 1), [ids(0..<limit)]),
    Row("one more event: its last id is dropped", chain(limit), [ids(0..<limit)]),
    Row(
      "two more events: a second event", chain(limit + 1), [ids(0..<limit), ids(limit..<limit + 2)]),
    Row(
      "a long chain", chain(limit * 8),
      (0..<8).map { ids($0 * limit..<($0 + 1) * limit) }),
    Row("a small star is one event", star(10), [ids(0..<10).union(["hub"])]),
    Row(
      "a large star: one event, the others separate", star(limit * 3),
      [ids(0..<limit - 1).union(["hub"])] + (limit - 1..<limit * 3).map { [id($0)] }),
    Row(
      "many ids", many(40),
      many(40).map { Set($0.ids) }),
  ]

  @Test(arguments: rows)
  func `Records with shared IDs are merged into events`(_ row: Row) {
    var state = QuakesState()
    let feed = QuakesFeed(range: .allDay, generated: .noon, quakes: row.feed)
    let counts = state.merge(feed)
    #expect(state.values.count == row.events.count)
    #expect(Set(state.values.map { Set($0.ids) }) == Set(row.events))
    #expect(counts.new == row.events.count)
    #expect(counts.new + counts.renamed + counts.changed + counts.unchanged == row.feed.count)
    checkDerived(of: state)

    // Merging the same feed again changes nothing.
    let before = state
    _ = state.merge(feed)
    #expect(state == before)
    checkDerived(of: state)
  }

  @Test(arguments: rows)
  func `Deleting an event deletes the records that share its IDs`(_ row: Row) throws {
    var state = QuakesState()
    _ = state.merge(row.feed)
    let victim = try #require(state.values.first)
    state = try QuakesReducer.reduce(state: state, action: .delete(victim.id))
    _ = state.merge(row.feed)
    #expect(victim.ids.allSatisfy { state.quakes.quake(anyId: $0) == nil })
    #expect(state.ledger.deleted.isSuperset(of: victim.ids))
    checkDerived(of: state)
  }

  @Test func `An event with all its IDs is updated without new IDs`() {
    let full = Quake.of("a", 1, ids: (1..<Self.limit).map { "a\($0)" })
    var state = QuakesState([full, .of("b", ids: ["b1"])])
    _ = state.merge([.of("a", 2, updated: 2, ids: ["a1", "new", "b1"])])
    #expect(state.values.map(\.id) == ["a", "b"])
    #expect(state.values.map(\.magnitude) == [2, 4.5])
    #expect(Set(state.values[0].ids) == Set(full.ids))
    #expect(state.values[1].ids == ["b", "b1"])
    checkDerived(of: state)
  }

  @Test func `A record that would exceed the limit of IDs is a separate event`() {
    let full = Quake.of("a", 1, ids: (1..<Self.limit).map { "a\($0)" })
    var state = QuakesState([full])
    _ = state.merge([.of("new", 2, updated: 2, ids: ["a1", "more"])])
    #expect(state.values == [full, .of("new", 2, updated: 2, ids: ["more"])])
    checkDerived(of: state)
  }

  /// Older files may contain such events.
  @Test func `A stored event with too many IDs is accepted`() {
    let large = Quake.of("a", 1, ids: (1..<Self.limit * 2).map { "a\($0)" })
    var state = QuakesState([large])
    #expect(state.merge([.of("a", 2, updated: 2, ids: ["a1"])]) == .init(changed: 1))
    #expect(Set(state.values[0].ids) == Set(large.ids))
    #expect(state.values[0].magnitude == 2)
    checkDerived(of: state)
  }
}
