import Foundation

/// The matches of a query, numbered in the order of time, oldest first.
///
/// They are row numbers of an index: a million matches take two megabytes, and
/// live only while a page is rendered.
package struct QuakeMatches: Sendable {
  let index: QuakeIndex
  /// The chunks with matches, and their ranges in `rows`.
  private var runs: [Run] = []
  private var rows: [UInt16] = []
  /// The number of matches of each magnitude.
  private(set) var magnitudes = MagnitudeCounts()
  /// The number of quakes of each class that match all conditions but that on
  /// the magnitude.
  package private(set) var countsOfAnyMagnitude: [MagnitudeClass: Int] = [:]

  /// The area of the matches.
  private(set) var extent = QuakeExtent()

  /// The centre of the query; `nil` if it has none.
  let circle: QuakesQuery.Circle?

  private struct Run {
    let chunk: Int
    let numbers: Range<Int>
  }

  /// The indices of the chunks with matches.
  var runIndices: Range<Int> { runs.indices }

  /// Returns the indices of the first chunks with matches: those of the matches
  /// before a number, which may be too large.
  func runs(before number: Int) -> Range<Int> {
    0..<runs.partitioningIndex { $0.numbers.lowerBound >= number }
  }

  /// The smallest number of chunks that is worth a processor.
  let leastPart: Int

  /// The number of matches.
  package var count: Int { rows.count }

  /// Calls the closure for each chunk with its matching rows, oldest first.
  ///
  /// - Parameter part: the part of `runIndices`.
  @inline(__always)
  func forEachChunk(
    in part: Range<Int>, _ body: (QuakeChunk, Slice<UnsafeBufferPointer<UInt16>>) -> Void
  ) {
    rows.withUnsafeBufferPointer { rows in
      for run in runs[part] { body(index.chunks[run.chunk], rows[run.numbers]) }
    }
  }

  /// Calls the closure for each match and its number, oldest first.
  ///
  /// - Parameter isIncluded: returns false for a chunk to skip.
  @inline(__always)
  func forEach(
    where isIncluded: (QuakeChunk) -> Bool = { _ in true }, _ body: (QuakeRow, Int) -> Void
  ) {
    rows.withUnsafeBufferPointer { rows in
      for run in runs where isIncluded(index.chunks[run.chunk]) {
        let table = index.chunks[run.chunk].table
        for number in run.numbers { body(table[Int(rows[number])], number) }
      }
    }
  }

  /// Returns the match with a number. O(log n).
  func quake(_ number: Int) -> Quake { chunk(with: number).quakes[Int(rows[number])] }

  /// Returns the time of the match with a number in milliseconds. O(log n).
  func time(of number: Int) -> Int64 { chunk(with: number).table.times[Int(rows[number])] }

  private func chunk(with number: Int) -> QuakeChunk {
    index.chunks[runs[runs.partitioningIndex { $0.numbers.upperBound > number }].chunk]
  }

  /// All matches, oldest first.
  package var quakes: some Sequence<Quake> {
    runs.lazy.flatMap { run in
      run.numbers.lazy.map { index.chunks[run.chunk].quakes[Int(rows[$0])] }
    }
  }
}

extension QuakeMatches {
  /// Finds the matches: the chunks of the time range by binary search, the rows
  /// within them by a scan, and a text by one search through all names.
  ///
  /// - Parameter leastPart: the smallest number of chunks that is worth a
  ///   processor. The default is about 50,000 quakes.
  init(of query: QuakesQuery, in index: QuakeIndex, leastPart: Int = 100) {
    let predicate = QuakePredicate(query)
    let parts = inParts(of: index.chunks(in: predicate.time), atLeast: leastPart) {
      QuakeMatches(of: query, predicate, in: index, chunks: $0, leastPart: leastPart)
    }
    self = parts[0]
    for part in parts.dropFirst() { append(part) }
    countsOfAnyMagnitude = magnitudes.byClass
    magnitudes.restrict(to: predicate.magnitude)
  }

  /// Finds the matches in some chunks. Its magnitudes are those of any matches.
  init(
    of query: QuakesQuery, _ predicate: QuakePredicate, in index: QuakeIndex, chunks: Range<Int>,
    leastPart: Int = .max
  ) {
    self.index = index
    self.leastPart = leastPart
    circle = query.circle
    // Local variables and buffers: mutating stored properties would check for
    // unique ownership at each step.
    var rows: [UInt16] = []
    var runs: [Run] = []
    var magnitudes = MagnitudeCounts()
    var extent = QuakeExtent()
    magnitudes.withUnsafeCounts { counts in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: QuakeChunk.capacity) { marks in
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: QuakeChunk.capacity) { found in
          for number in chunks {
            let chunk = index.chunks[number]
            let candidates = predicate.candidates(in: chunk, marks, found)
            var count = 0
            chunk.table.magnitudes.withUnsafeBufferPointer { magnitudes in
              for candidate in 0..<candidates {
                let row = found[candidate]
                let magnitude = magnitudes[Int(row)]
                counts[magnitude.slot] += 1
                // Without a branch, which would often be mispredicted.
                found[count] = row
                count += predicate.magnitude.contains(Int32(magnitude.rawValue)) ? 1 : 0
              }
            }
            guard count > 0 else { continue }
            runs.append(Run(chunk: number, numbers: rows.count..<rows.count + count))
            rows.append(contentsOf: UnsafeMutableBufferPointer(rebasing: found[..<count]))
            extent.add(found[..<count], of: chunk)
          }
        }
      }
    }
    self.rows = rows
    self.runs = runs
    self.magnitudes = magnitudes
    self.extent = extent
  }

  /// Appends the matches of later chunks.
  private mutating func append(_ later: QuakeMatches) {
    let offset = rows.count
    runs += later.runs.map { run in
      Run(
        chunk: run.chunk,
        numbers: run.numbers.lowerBound + offset..<run.numbers.upperBound + offset)
    }
    rows += later.rows
    magnitudes.add(later.magnitudes)
    extent.add(later.extent)
  }
}

extension QuakeIndex {
  /// Returns the matches of a query.
  func matches(of query: QuakesQuery) -> QuakeMatches { QuakeMatches(of: query, in: self) }

  /// Returns the numbers of the chunks that may contain quakes of a time range.
  /// O(log n).
  func chunks(in time: ClosedRange<Int64>) -> Range<Int> {
    let first = max(0, chunks.partitioningIndex { $0.times.lowerBound >= time.lowerBound } - 1)
    return first..<max(first, chunks.partitioningIndex { $0.times.lowerBound > time.upperBound })
  }
}

extension QuakeExtent {
  /// Adds the places of some rows of a chunk.
  fileprivate mutating func add(
    _ rows: Slice<UnsafeMutableBufferPointer<UInt16>>, of chunk: QuakeChunk
  ) {
    if contains(chunk.extent) { return }
    if rows.count == chunk.count { return add(chunk.extent) }
    chunk.table.longitudes.withUnsafeBufferPointer { longitudes in
      chunk.table.latitudes.withUnsafeBufferPointer { latitudes in
        for row in rows { add(longitude: longitudes[Int(row)], latitude: latitudes[Int(row)]) }
      }
    }
  }
}

extension QuakeChunk {
  /// Returns the rows within a time range. O(log n).
  func rows(in time: ClosedRange<Int64>) -> Range<Int> {
    if time.contains(times.lowerBound), time.contains(times.upperBound) { return 0..<count }
    let times = table.times
    let first = times.partitioningIndex { $0 >= time.lowerBound }
    return first..<max(first, times.partitioningIndex { $0 > time.upperBound })
  }
}
