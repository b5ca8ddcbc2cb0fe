import Foundation
import TestSupport
import Testing

@testable import QuakesData

@Suite struct QuakeIndexTests {
  /// Quakes for five full chunks, in order.
  private static let quakes = RandomQuakes.quakes(2_500, seed: 9).inOrder

  @Test(arguments: [0, 1, 2, 511, 512, 513, 1024, 1025, 2_500])
  func `An index contains its quakes in order`(_ count: Int) {
    let quakes = RandomQuakes.quakes(count, seed: 7)
    checkIndex(QuakeIndex(quakes), contains: quakes.inOrder)
  }

  @Test func `The chunks of an index have similar sizes`() {
    let sizes = QuakeIndex(Self.quakes).chunks.map(\.quakes.count)
    #expect(sizes.count == 5)
    #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test(arguments: Cases.seeds(2))
  func `An edited index equals a new one`(_ seed: UInt64) {
    var random = RandomQuakes(seed: seed)
    var known = Dictionary(
      uniqueKeysWithValues: random.next(random.number(0...1_100)).map { ($0.id, $0) })
    var index = QuakeIndex(known.values)
    var ordered = known.values.inOrder
    for _ in 0..<10 {
      let (removed, inserted) = edit(ordered, with: &random)
      for quake in removed { known[quake.id] = nil }
      for quake in inserted { known[quake.id] = quake }
      index.apply(removing: removed, inserting: inserted)
      ordered = known.values.inOrder
      checkIndex(index, contains: ordered)
    }
    // Removes all remaining quakes.
    index.apply(removing: Array(known.values), inserting: [])
    checkIndex(index, contains: [])
    index.apply(removing: [], inserting: [.ash, .birch])
    checkIndex(index, contains: [.ash, .birch])
  }

  /// Returns quakes to remove and to insert: new ones, some with the same time,
  /// and others that change in place or move.
  private func edit(
    _ all: [Quake], with random: inout RandomQuakes
  ) -> (removed: [Quake], inserted: [Quake]) {
    var removed: [Quake] = []
    switch random.number(0...5) {
    case 0: removed = random.some(random.number(0...600), of: all)
    case 1:
      // A contiguous range, so that chunks shrink.
      let start = random.number(0...max(all.count - 1, 0))
      removed = Array(all.dropFirst(start).prefix(random.number(0...900)))
    default: removed = random.some(random.number(0...5), of: all)
    }
    var inserted = random.some(random.number(0...5), of: removed).map { random.next(id: $0.id) }
    inserted += random.some(random.number(0...5), of: removed)
      .filter { quake in !inserted.contains { $0.id == quake.id } }
      .map { Quake.of($0.id, 9, time: $0.time.timeIntervalSince(.noon)) }
    switch random.number(0...5) {
    case 0: inserted += random.next(random.number(0...700))
    case 1:
      inserted += random.next(random.number(0...1_100)).map { .of($0.id, time: -1e6) }
    default: inserted += random.next(random.number(0...3))
    }
    return (removed, inserted)
  }

  @Test(arguments: [0, 1, 250, 499, 500, 1_249, 2_498, 2_499])
  func `A change shares all other chunks`(_ place: Int) {
    let quakes = Self.quakes
    let before = QuakeIndex(quakes)
    let quake = quakes[place]

    let time = quake.time.timeIntervalSince(.noon)

    for changes in [[Quake.of(quake.id, 9, time: time)], []] {
      var changed = before
      changed.apply(removing: [quake], inserting: changes)
      #expect(changed.chunks.count == before.chunks.count)
      #expect(zip(before.chunks, changed.chunks).count { $0 !== $1 } == 1)
    }

    var inserted = before
    inserted.apply(removing: [], inserting: [.of("new", time: time)])
    let shared = inserted.chunks.filter { chunk in before.chunks.contains { $0 === chunk } }
    #expect(shared.count == before.chunks.count - 1)
  }

  @Test func `An empty change shares all chunks`() {
    let before = QuakeIndex(RandomQuakes.quakes(1_200, seed: 10))
    var after = before
    after.apply(removing: [], inserting: [])
    #expect(zip(before.chunks, after.chunks).allSatisfy { $0 === $1 })
    #expect(after.chunks.count == before.chunks.count)
  }

  /// Consecutive states share what a feed does not change.
  @Test func `A feed of known quakes shares all chunks`() {
    let quakes = RandomQuakes.quakes(1_200, seed: 11)
    let before = QuakesState(quakes)
    var after = before
    _ = after.merge(quakes)
    #expect(zip(before.quakes.index.chunks, after.quakes.index.chunks).allSatisfy { $0 === $1 })
  }
}
