import Foundation

/// The quakes of a query in an order, evaluated lazily.
///
/// The memory of an iterator does not depend on the number of quakes: it shares
/// the index with the state and holds the quakes of one chunk. Sorted by
/// magnitude or distance, it holds one batch, and finds each batch by a pass
/// over the index.
package struct OrderedQuakes: Sequence, Sendable {
  let index: QuakeIndex
  let query: QuakesQuery
  let sort: QuakesSort
  let order: SortOrder

  /// The number of quakes found in one pass if they are sorted by magnitude.
  var batchLength = 16_384

  package func makeIterator() -> Iterator { Iterator(self) }

  package struct Iterator: IteratorProtocol {
    private let source: OrderedQuakes
    private let predicate: QuakePredicate
    /// The remaining chunks.
    private var chunks: Range<Int>
    /// The number of quakes found so far.
    private var found = 0
    /// The quakes that were found and not returned, in reverse order.
    private(set) var ready: [Quake] = []

    fileprivate init(_ source: OrderedQuakes) {
      self.source = source
      predicate = QuakePredicate(source.query)
      chunks = source.index.chunks(in: predicate.time)
    }

    package mutating func next() -> Quake? {
      while ready.isEmpty {
        guard !chunks.isEmpty else { return nil }
        switch source.sort {
        case .time: findChunk()
        case .magnitude, .distance: findBatch()
        }
      }
      return ready.removeLast()
    }

    private mutating func findChunk() {
      let number =
        source.order == .forward ? chunks.removeFirst() : chunks.removeLast()
      let matches = QuakeMatches(
        of: source.query, predicate, in: source.index, chunks: number..<number + 1)
      ready =
        source.order == .forward ? matches.quakes.reversed() : Array(matches.quakes)
    }

    private mutating func findBatch() {
      let matches = source.index.matches(of: source.query)
      let end = Swift.min(found + source.batchLength, matches.count)
      ready = matches.quakes(sortedBy: source.sort, order: source.order, in: found..<end).reversed()
      found = end
      if end == matches.count { chunks = 0..<0 }
    }
  }
}
