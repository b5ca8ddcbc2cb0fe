import Foundation

/// The quakes of a query, in an order, found while they are read.
///
/// An iterator holds little however many quakes there are: the index, which
/// it shares with the state, and the quakes of one chunk. Sorted by magnitude
/// it holds one batch, and finds each batch by a pass over the index.
package struct OrderedQuakes: Sequence, Sendable {
  let index: QuakeIndex
  let query: QuakesQuery
  let sort: QuakesSort
  let order: SortOrder

  /// The number of quakes that are found in one pass when they are sorted by
  /// magnitude.
  var batchLength = 16_384

  package func makeIterator() -> Iterator { Iterator(self) }

  package struct Iterator: IteratorProtocol {
    private let source: OrderedQuakes
    private let test: QuakeTest?
    /// The chunks that are still to be read.
    private var chunks: Range<Int>
    /// The number of quakes found so far.
    private var found = 0
    /// The quakes that are found and not yet read, the next one last.
    private(set) var ready: [Quake] = []

    fileprivate init(_ source: OrderedQuakes) {
      self.source = source
      test = QuakeTest(source.query)
      chunks = test.map { source.index.chunks(in: $0.time) } ?? 0..<0
    }

    package mutating func next() -> Quake? {
      while ready.isEmpty {
        guard let test, !chunks.isEmpty else { return nil }
        switch source.sort {
        case .time: findChunk(test)
        case .magnitude: findBatch()
        }
      }
      return ready.removeLast()
    }

    private mutating func findChunk(_ test: QuakeTest) {
      let number =
        source.order == .forward ? chunks.removeFirst() : chunks.removeLast()
      let chunk = source.index.chunks[number]
      var quakes: [Quake] = []
      test.withTypes { types in
        test.forEachMatch(in: chunk, types: types) { row, _ in quakes.append(chunk.quakes[row]) }
      }
      ready = source.order == .forward ? quakes.reversed() : quakes
    }

    private mutating func findBatch() {
      let matches = source.index.matches(of: source.query)
      let end = Swift.min(found + source.batchLength, matches.count)
      ready = matches.quakes(sortedBy: .magnitude, order: source.order, in: found..<end).reversed()
      found = end
      if end == matches.count { chunks = 0..<0 }
    }
  }
}

extension QuakeIndex {
  /// The quakes of a query, in an order.
  func quakes(
    of query: QuakesQuery, sortedBy sort: QuakesSort, order: SortOrder
  ) -> OrderedQuakes {
    OrderedQuakes(index: self, query: query, sort: sort, order: order)
  }
}
