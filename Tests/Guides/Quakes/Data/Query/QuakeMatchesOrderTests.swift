import Foundation
import Testing

@testable import QuakesData

@Suite struct QuakeMatchesOrderTests {
  private static let quakes = RandomQuakes.quakes(1_600, seed: 2)
  private static let index = QuakeIndex(quakes)

  /// Returns the matches of a query in an order, by a simple implementation.
  private static func sorted(
    _ query: QuakesQuery, _ sort: QuakesSort, _ order: SortOrder
  ) -> [Quake] {
    let newestFirst = quakes.filter {
      query.type == .any || $0.type == "earthquake"
    }.filter { quake in
      query.circle.map { distance(quake, $0) <= $0.radius } ?? true
    }.inOrder.reversed()
    func sorted(isAscending: Bool, by key: (Quake) -> Double) -> [Quake] {
      newestFirst.enumerated().sorted { left, right in
        let (one, other) = (key(left.element), key(right.element))
        if one == other { return left.offset < right.offset }
        return isAscending ? one < other : one > other
      }.map(\.element)
    }
    switch (sort, order) {
    case (.distance, _):
      guard let circle = query.circle else { return Self.sorted(query, .time, order) }
      return sorted(isAscending: order == .reverse) { distance($0, circle) }
    case (.time, .forward): return newestFirst.reversed()
    case (.time, .reverse): return Array(newestFirst)
    case (.magnitude, _):
      return sorted(isAscending: order == .forward) { $0.isMagnitudeKnown ? $0.magnitude : -1e9 }
    }
  }

  private static func distance(_ quake: Quake, _ circle: QuakesQuery.Circle) -> Double {
    circle.distance(longitude: quake.longitude, latitude: quake.latitude)
  }

  @Test(
    arguments: QuakesSort.allCases.flatMap { sort in
      [SortOrder.forward, .reverse].map { (sort, $0) }
    },
    [
      QuakesQuery(), QuakesQuery(type: .only(.earthquake)),
      QuakesQuery(circle: .init(longitude: 170, latitude: 20, radius: 5_000)),
    ])
  func `Pages add up to the whole list`(
    _ by: (sort: QuakesSort, order: SortOrder), _ query: QuakesQuery
  ) {
    let index = Self.index
    let matches = index.matches(of: query)
    let expected = Self.sorted(query, by.sort, by.order)
    let ordered = OrderedQuakes(index: index, query: query, sort: by.sort, order: by.order)
    #expect(Array(ordered) == expected)
    for size in [1, 100, 5_000] {
      for start in [0, 1, 500, expected.count - 1, expected.count] {
        let range = start..<start + size
        let page = matches.quakes(sortedBy: by.sort, order: by.order, in: range)
        let isSame = page == Array(expected[range.clamped(to: 0..<expected.count)])
        #expect(isSame, "the page \(range)")
      }
    }
  }

  @Test(
    arguments: [
      (.time, .forward, QuakeChunk.capacity), (.time, .reverse, QuakeChunk.capacity),
      (.magnitude, .forward, 100), (.magnitude, .reverse, 100),
    ] as [(QuakesSort, SortOrder, Int)])
  func `A lazy sequence holds few quakes at a time`(
    _ sort: QuakesSort, _ order: SortOrder, _ most: Int
  ) {
    var quakes = OrderedQuakes(index: Self.index, query: QuakesQuery(), sort: sort, order: order)
    quakes.batchLength = 100
    var iterator = quakes.makeIterator()
    var read: [Quake] = []
    var held = 0
    while let quake = iterator.next() {
      read.append(quake)
      held = max(held, iterator.ready.count)
    }
    #expect(read == Self.sorted(QuakesQuery(), sort, order))
    #expect(held < most)
  }

  @Test(arguments: QuakesSort.allCases, [SortOrder.forward, .reverse])
  func `A page beyond the last one is empty`(_ sort: QuakesSort, _ order: SortOrder) {
    let matches = QuakeIndex(Quake.samples).matches(of: QuakesQuery())
    #expect(matches.quakes(sortedBy: sort, order: order, in: 3..<9) == [])
    #expect(matches.quakes(sortedBy: sort, order: order, in: 100..<109) == [])
    #expect(matches.quakes(sortedBy: sort, order: order, in: 1..<1) == [])
    let none = QuakeIndex([]).matches(of: QuakesQuery())
    #expect(none.quakes(sortedBy: sort, order: order, in: 0..<9) == [])
    #expect(
      Array(
        OrderedQuakes(index: QuakeIndex([]), query: QuakesQuery(), sort: sort, order: order)) == [])
  }

  @Test(
    arguments: [
      (.time, .forward, ["a", "b", "c", "d", "e", "f"]),
      (.time, .reverse, ["f", "e", "d", "c", "b", "a"]),
      (.magnitude, .forward, ["f", "d", "e", "c", "b", "a"]),
      (.magnitude, .reverse, ["c", "b", "a", "e", "d", "f"]),
    ] as [(QuakesSort, SortOrder, [Quake.ID])])
  func `Ties are sorted by time and ID`(_ sort: QuakesSort, _ order: SortOrder, _ ids: [Quake.ID]) {
    let quakes: [Quake] = [
      .of("c", 5), .of("a", 5), .of("b", 5), .of("d", -1, time: 1), .of("e", 0, time: 2),
      .of("f", nil, time: 3),
    ]
    let index = QuakeIndex(quakes)
    let matches = index.matches(of: QuakesQuery())
    let ordered = OrderedQuakes(index: index, query: QuakesQuery(), sort: sort, order: order)
    #expect(ordered.map(\.id) == ids)
    #expect(matches.quakes(sortedBy: sort, order: order, in: 0..<6).map(\.id) == ids)
  }
}
