import Foundation

/// The quakes that a query asks for, in the order of time, oldest first.
///
/// They are numbers into an index: a million of them are some megabytes, and
/// live as long as a page is made.
package struct QuakeMatches: Sendable {
  let index: QuakeIndex
  let positions: [Position]

  /// Where a quake stands in an index.
  struct Position: Sendable {
    private let number: UInt32

    init(chunk: Int, row: Int) {
      number = UInt32(truncatingIfNeeded: chunk << 10 | row)
    }

    var chunk: Int { Int(number >> 10) }
    var row: Int { Int(number & 1023) }
  }

  /// How many.
  package var count: Int { positions.count }

  func row(_ position: Position) -> QuakeRow { index.chunks[position.chunk].rows[position.row] }

  func quake(_ position: Position) -> Quake { index.chunks[position.chunk].quakes[position.row] }

  /// All of them, oldest first.
  package var quakes: some Sequence<Quake> { positions.lazy.map { quake($0) } }
}

extension QuakeIndex {
  /// Finds quakes: the chunks of a time by halving, within them row by row,
  /// and a text by a search through the names as one.
  func matches(of query: QuakesQuery) -> QuakeMatches {
    guard let test = QuakeTest(query) else { return QuakeMatches(index: self, positions: []) }
    var positions: [QuakeMatches.Position] = []
    test.withTypes { types in
      let first = max(0, chunks.partitioningIndex { $0.rows[0].time >= test.time.lowerBound } - 1)
      for number in first..<max(first, chunks.count) {
        let chunk = chunks[number]
        guard chunk.rows[0].time <= test.time.upperBound else { break }
        let rows = chunk.rows(in: test.time)
        chunk.rows.withUnsafeBufferPointer { all in
          if test.needle.isEmpty {
            for row in rows where test.passes(all[row], types: types) {
              positions.append(.init(chunk: number, row: row))
            }
          } else {
            chunk.forEachRow(in: rows, naming: test.needle) { row in
              if test.passes(all[row], types: types) {
                positions.append(.init(chunk: number, row: row))
              }
            }
          }
        }
      }
    }
    return QuakeMatches(index: self, positions: positions)
  }
}

extension QuakeChunk {
  /// The rows within a time. O(log n).
  fileprivate func rows(in time: ClosedRange<Int64>) -> Range<Int> {
    if time.contains(rows[0].time), time.contains(rows[rows.count - 1].time) {
      return rows.indices
    }
    let first = rows.partitioningIndex { $0.time >= time.lowerBound }
    return first..<max(first, rows.partitioningIndex { $0.time > time.upperBound })
  }
}
