import Foundation

/// The quakes that a query asks for, by their numbers in the order of time,
/// oldest first.
///
/// They are row numbers into an index: a million of them are two megabytes,
/// and live as long as a page is made.
package struct QuakeMatches: Sendable {
  let index: QuakeIndex
  /// The chunks that have some, and which of `rows` are theirs.
  private var runs: [Run] = []
  private var rows: [UInt16] = []
  /// The number of matches of each magnitude.
  private(set) var magnitudes = MagnitudeCounts()

  private struct Run {
    let chunk: Int
    let numbers: Range<Int>
  }

  /// How many.
  package var count: Int { rows.count }

  /// Calls back for each of them with its number, oldest first.
  @inline(__always)
  func forEach(_ body: (QuakeRow, Int) -> Void) {
    rows.withUnsafeBufferPointer { rows in
      for run in runs {
        index.chunks[run.chunk].rows.withUnsafeBufferPointer { chunk in
          for number in run.numbers { body(chunk[Int(rows[number])], number) }
        }
      }
    }
  }

  /// The quake with a number. O(log n).
  func quake(_ number: Int) -> Quake {
    let run = runs[runs.partitioningIndex { $0.numbers.upperBound > number }]
    return index.chunks[run.chunk].quakes[Int(rows[number])]
  }

  /// All of them, oldest first.
  package var quakes: some Sequence<Quake> {
    runs.lazy.flatMap { run in
      run.numbers.lazy.map { index.chunks[run.chunk].quakes[Int(rows[$0])] }
    }
  }
}

extension QuakeMatches {
  /// Finds quakes: the chunks of a time by halving, within them row by row,
  /// and a text by a search through the names as one.
  init(of query: QuakesQuery, in index: QuakeIndex) {
    self.index = index
    guard let test = QuakeTest(query) else { return }
    // Variables of their own: those of this value would be checked for other
    // owners at each step.
    var rows: [UInt16] = []
    var runs: [Run] = []
    var magnitudes = MagnitudeCounts()
    test.withTypes { types in
      for number in index.chunks(in: test.time) {
        let start = rows.count
        test.forEachMatch(in: index.chunks[number], types: types) { row, values in
          rows.append(UInt16(truncatingIfNeeded: row))
          magnitudes.add(values.magnitude)
        }
        if rows.count > start { runs.append(Run(chunk: number, numbers: start..<rows.count)) }
      }
    }
    self.rows = rows
    self.runs = runs
    self.magnitudes = magnitudes
  }
}

extension QuakeIndex {
  /// The quakes that a query asks for.
  func matches(of query: QuakesQuery) -> QuakeMatches { QuakeMatches(of: query, in: self) }
}

extension QuakeIndex {
  /// The numbers of the chunks that may hold quakes of a time. O(log n).
  func chunks(in time: ClosedRange<Int64>) -> Range<Int> {
    let first = max(0, chunks.partitioningIndex { $0.rows[0].time >= time.lowerBound } - 1)
    return first..<max(first, chunks.partitioningIndex { $0.rows[0].time > time.upperBound })
  }
}

extension QuakeTest {
  /// Calls the closure with the number and the values of each row of a chunk
  /// that matches, oldest first.
  @inline(__always)
  func forEachMatch(
    in chunk: QuakeChunk, types: UnsafeBufferPointer<Bool>, _ body: (Int, QuakeRow) -> Void
  ) {
    chunk.rows.withUnsafeBufferPointer { rows in
      let candidates = chunk.rows(in: time)
      if needle.isEmpty {
        for row in candidates where passes(rows[row], types: types) { body(row, rows[row]) }
      } else {
        chunk.forEachRow(in: candidates, naming: needle) { row in
          if passes(rows[row], types: types) { body(row, rows[row]) }
        }
      }
    }
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
