import Foundation
import Testing

@testable import QuakesData

/// Invented feeds with chains and stars of shared IDs. Their result is bounded
/// and does not depend on the order of the records.
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

  static let rows = [
    Row("a chain", chain(10), (0..<9).map { [id($0)] } + [[id(9), id(10)]]),
    Row(
      "a long chain", chain(limit * 8),
      (0..<limit * 8 - 1).map { [id($0)] } + [[id(limit * 8 - 1), id(limit * 8)]]),
    Row("a star", star(limit * 3), (0..<limit * 3).map { $0 == 0 ? [id($0), "hub"] : [id($0)] }),
    Row(
      "many ids", many(40),
      many(40).map { Set($0.ids) }),
  ]

  @Test(arguments: rows)
  func `Records with shared IDs are events of their own`(_ row: Row) {
    var state = QuakesState()
    let feed = QuakesFeed.of(row.feed, .allDay)
    var reversed = QuakesState()
    _ = reversed.merge(QuakesFeed.of(row.feed.reversed(), .allDay))
    let counts = state.merge(feed)
    #expect(state.values.count == row.events.count)
    #expect(Set(state.values.map { Set($0.ids) }) == Set(row.events))
    #expect(counts.new == row.events.count)
    #expect(counts.new + counts.renamed + counts.changed + counts.unchanged == row.feed.count)
    checkDerived(of: state)
    #expect(reversed == state)

    // Merging the same feed again changes nothing.
    let before = state
    _ = state.merge(feed)
    #expect(state == before)
    checkDerived(of: state)
  }

  /// A feed of one record after the other, so that each continues the event
  /// before it.
  @Test func `A chain over several feeds is one event with the last IDs`() {
    var state = QuakesState()
    for number in 0..<Self.limit * 3 {
      _ = state.merge([
        .of(Self.id(number + 1), updated: Double(number), ids: [Self.id(number)])
      ])
    }
    #expect(state.values.map(\.id) == [Self.id(Self.limit * 3)])
    #expect(state.values.first?.formerIds.count == Self.limit)
    checkDerived(of: state)
  }

  /// Older files may contain such events.
  @Test func `A stored event with too many IDs is accepted`() {
    let large = Quake.of("a", 1, ids: (1..<Self.limit * 2).map { "a\($0)" })
    var state = QuakesState([large])
    #expect(state.merge([.of("a", 2, updated: 2, ids: ["a1"])]) == .init(changed: 1))
    #expect(state.values[0].ids == ["a", "a1"])
    #expect(state.values[0].formerIds.count == Self.limit)
    checkDerived(of: state)
  }
}
