import Foundation
import Geography
import TextSearch

/// A query as a predicate on rows.
struct QuakePredicate {
  /// The terms of the text, the rarest first as far as their length tells.
  let terms: [SearchTerm]
  let time: ClosedRange<Int64>
  /// The matching codes of magnitudes; empty if nothing can match.
  let magnitude: Range<Int32>
  /// The bounds of depths; `nil` for any depth, known or not.
  private let depth: QuakesQuery.Bounds?
  /// The code of the type; `nil` for any.
  private let type: UInt8?
  /// The other conditions on the place.
  private let query: QuakesQuery
  // Rectangles, which exclude most places sooner.
  private let frameBox, circleBox, regionBox: QuakesQuery.Box
  /// The conditions on the effects; `nil` for any.
  private let impact: QuakesQuery.Impact?

  init(_ query: QuakesQuery) {
    terms = query.terms.filter { !$0.spellings.isEmpty }.sorted { $0.rarity > $1.rarity }
    time =
      query.time.map {
        QuakeRow.milliseconds($0.lowerBound)...QuakeRow.milliseconds($0.upperBound)
      } ?? Int64.min...Int64.max
    magnitude = query.magnitude.codes
    depth = query.depth.isUnbounded ? nil : query.depth
    type = query.type.code
    self.query = query
    frameBox = (query.frame?.area).map(QuakesQuery.Box.init) ?? .world
    circleBox = query.circle?.box ?? .world
    regionBox = (query.region?.frame).map(QuakesQuery.Box.init) ?? .world
    impact = query.impact == .any ? nil : query.impact
  }

  /// Finds the rows of a chunk that meet all conditions except that on the
  /// magnitude, oldest first.
  ///
  /// - Parameters:
  ///   - marks: memory for a byte for each row.
  ///   - found: memory for the found rows.
  /// - Returns: the number of found rows.
  func candidates(
    in chunk: QuakeChunk, _ marks: UnsafeMutableBufferPointer<UInt8>,
    _ found: UnsafeMutableBufferPointer<UInt16>
  ) -> Int {
    let rows = mark(chunk, in: marks)
    let (marks, found) = (UnsafeRawBufferPointer(marks), UnsafeMutableRawBufferPointer(found))
    var (row, count) = (rows.lowerBound, 0)
    Self.markedRows.withUnsafeBufferPointer { markedRows in
      // Eight rows at a time, without branches, which would often be mispredicted.
      while row + 8 <= rows.upperBound {
        let bytes = UInt64(littleEndian: marks.loadUnaligned(fromByteOffset: row, as: UInt64.self))
        // The product has the mark of row n at bit 56 + n.
        let bits = Int(truncatingIfNeeded: (bytes &* 0x0102_0408_1020_4080) &>> 56)
        found.storeBytes(
          of: markedRows[bits] &+ UInt16(truncatingIfNeeded: row), toByteOffset: 2 * count,
          as: SIMD8<UInt16>.self)
        // The sum of the marks.
        count += Int(truncatingIfNeeded: (bytes &* 0x0101_0101_0101_0101) &>> 56)
        row += 8
      }
    }
    while row < rows.upperBound {
      found.storeBytes(
        of: UInt16(truncatingIfNeeded: row), toByteOffset: 2 * count, as: UInt16.self)
      count += Int(marks[row])
      row += 1
    }
    return count
  }

  /// The marked ones of eight rows, from 0 to 7, followed by others. Indexed by a
  /// number with a bit for each row.
  private static let markedRows = (0..<256).map { bits in
    let rows = (0..<8).filter { bits & 1 << $0 != 0 }.map(UInt16.init)
    return SIMD8(rows + [UInt16](repeating: 0, count: 8 - rows.count))
  }

  /// Marks the rows of a chunk that meet all conditions except that on the
  /// magnitude with 1, and the others with 0.
  ///
  /// - Returns: the range of the rows that were marked; none of the others
  ///   meets the conditions.
  private func mark(
    _ chunk: QuakeChunk, in marks: UnsafeMutableBufferPointer<UInt8>
  ) -> Range<Int> {
    let rows = chunk.rows(in: time)
    if terms.isEmpty {
      for row in rows { marks[row] = 1 }
    } else if !chunk.mark(rows, matching: terms, in: marks) {
      return rows.lowerBound..<rows.lowerBound
    }
    // Each condition is a pass over one column without branches, which the
    // processor does for several values at a time.
    if let type { keep(marks, rows, chunk.table.types) { $0 == type } }
    unmarkOutsideBounds(marks, rows, of: chunk)
    if let circle = query.circle {
      let nearness = QuakesQuery.Circle.Nearness(of: circle)
      unmark(marks, rows, of: chunk.table, outside: circleBox) {
        nearness.contains(longitude: $0, latitude: $1)
      }
    }
    if let region = query.region {
      unmark(marks, rows, of: chunk.table, outside: regionBox) {
        region.contains(longitude: $0, latitude: $1)
      }
    }
    if let frame = query.frame {
      unmark(marks, rows, of: chunk.table, outside: frameBox) {
        frame.contains(longitude: $0, latitude: $1)
      }
    }
    if let impact {
      for row in rows where marks[row] != 0 {
        if !impact.contains(chunk.table.marks[row], chunk.quakes[row]) { marks[row] = 0 }
      }
    }
    return rows
  }

  /// Removes the marks of the rows outside the depths or the box.
  private func unmarkOutsideBounds(
    _ marks: UnsafeMutableBufferPointer<UInt8>, _ rows: Range<Int>, of chunk: QuakeChunk
  ) {
    guard depth != nil || query.box != nil else { return }
    // The few quakes with more decimals than the table are compared themselves.
    let rounded = chunk.roundedRows.map(Int.init).filter(rows.contains)
    let kept = rounded.filter { marks[$0] != 0 && isWithin(chunk.quakes[$0]) }
    if let depth {
      let range = UnitRange(
        from: depth.min, through: depth.max, unitsPerOne: QuakeRow.unitsPerKilometre)
      keep(marks, rows, chunk.table.depths) { range.contains($0) }
    }
    if let box = query.box { keep(marks, rows, of: chunk.table, within: box) }
    for row in rounded { marks[row] = 0 }
    for row in kept { marks[row] = 1 }
  }

  /// Returns true if a quake is within the depths and the box.
  private func isWithin(_ quake: Quake) -> Bool {
    (depth?.contains(quake.depth ?? .nan) ?? true)
      && (query.box?.contains(longitude: quake.longitude, latitude: quake.latitude) ?? true)
  }

  /// Removes the marks of the rows outside an area.
  ///
  /// - Parameters:
  ///   - box: a rectangle around the area. It is compared first, and excludes most of them.
  ///   - contains: returns true for the longitude and the latitude of a place in the area.
  @inline(__always)
  private func unmark(
    _ marks: UnsafeMutableBufferPointer<UInt8>, _ rows: Range<Int>, of table: QuakeTable,
    outside box: QuakesQuery.Box, _ contains: (Double, Double) -> Bool
  ) {
    keep(marks, rows, of: table, within: box)
    for row in rows where marks[row] != 0 {
      let place = table[row]
      if !contains(place.longitude, place.latitude) { marks[row] = 0 }
    }
  }

  /// Removes the marks of the rows outside a box.
  private func keep(
    _ marks: UnsafeMutableBufferPointer<UInt8>, _ rows: Range<Int>, of table: QuakeTable,
    within box: QuakesQuery.Box
  ) {
    func range(_ least: Double?, _ largest: Double?) -> UnitRange {
      UnitRange(from: least, through: largest, unitsPerOne: QuakeRow.unitsPerDegree)
    }
    let latitudes = range(box.south, box.north)
    keep(marks, rows, table.latitudes) { latitudes.contains($0) }
    if box.west <= box.east {
      let longitudes = range(box.west, box.east)
      keep(marks, rows, table.longitudes) { longitudes.contains($0) }
    } else {
      let (west, east) = (range(box.west, nil), range(nil, box.east))
      keep(marks, rows, table.longitudes) { west.contains($0) || east.contains($0) }
    }
  }

  /// Removes the marks of the rows whose value does not meet a condition.
  @inline(__always)
  private func keep<Value>(
    _ marks: UnsafeMutableBufferPointer<UInt8>, _ rows: Range<Int>, _ column: [Value],
    where condition: (Value) -> Bool
  ) {
    column.withUnsafeBufferPointer { column in
      for row in rows { marks[row] &= condition(column[row]) ? 1 : 0 }
    }
  }
}

extension SearchTerm {
  /// A measure that is larger if fewer names match.
  fileprivate var rarity: Int {
    (spellings.map(\.text.bytes.count).min() ?? 0) - 4 * spellings.count
  }
}

extension QuakesQuery.Bounds {
  /// The codes of the magnitudes that are within the bounds when displayed with
  /// one decimal; empty if there are none. A bound with two decimals is exact.
  fileprivate var codes: Range<Int32> {
    guard !isUnbounded else { return Int32.min..<Int32.max }
    func hundredths(_ value: Double) -> Int {
      Int((Swift.min(Swift.max(value.isFinite ? value : 0, -100), 100) * 100).rounded())
    }
    var least = Int(MagnitudeCode.unknown.rawValue) + 1
    if let min {
      let hundredths = hundredths(min)
      least = 2 * hundredths
      // 2.45 is displayed as 2.5, and -0.05 as -0.1.
      if hundredths % 10 == 0 { least -= hundredths > 0 ? 10 : 9 }
    }
    var largest = Int(Int16.max)
    if let max {
      let hundredths = hundredths(max)
      largest = 2 * hundredths
      if hundredths % 10 == 0 { largest += hundredths < 0 ? 10 : 9 }
    }
    // Unknown magnitudes are within no bounds.
    least = Swift.max(least, Int(MagnitudeCode.unknown.rawValue) + 1)
    return least <= largest ? Int32(least)..<Int32(largest) + 1 : 0..<0
  }

  /// Returns true if a value is within the bounds. NaN is within none.
  fileprivate func contains(_ value: Double) -> Bool {
    value >= min ?? -.infinity && value <= max ?? .infinity
  }
}

extension QuakesQuery.TypeFilter {
  fileprivate var code: UInt8? {
    switch self {
    case .any: nil
    case .only(let type): type.code
    case .other: 0
    }
  }
}

/// The integers of a range of coordinates or depths.
private struct UnitRange {
  let least: Int32
  let largest: Int32

  /// Creates the range of the integers that stand for values within bounds.
  ///
  /// - Parameters:
  ///   - least: the lower bound; `nil` for none.
  ///   - largest: the upper bound; `nil` for none.
  ///   - scale: the number of units in 1.
  init(from least: Double?, through largest: Double?, unitsPerOne scale: Double) {
    self.least =
      least.map { bound in
        let units = QuakeRow.units(bound * scale)
        return Double(units) / scale < bound ? units + 1 : units
      } ?? QuakeRow.unknownDepth + 1
    self.largest =
      largest.map { bound in
        let units = QuakeRow.units(bound * scale)
        return Double(units) / scale > bound ? units - 1 : units
      } ?? Int32.max
  }

  @inline(__always)
  func contains(_ value: Int32) -> Bool { value >= least && value <= largest }
}
