import Foundation
import TextSearch

/// A query as a predicate on rows.
struct QuakePredicate {
  let needle: [UInt8]
  let time: ClosedRange<Int64>
  private let magnitude: ClosedRange<Int16>
  /// The bounds of depths; `nil` for any depth, known or not.
  private let depth: QuakesQuery.Bounds?
  /// The matching types, indexed by their codes.
  private let types: [Bool]
  private let box: QuakesQuery.Box?

  /// Returns `nil` if nothing can match.
  init?(_ query: QuakesQuery) {
    needle = SearchText(query.text).bytes
    time =
      query.time.map {
        QuakeRow.milliseconds($0.lowerBound)...QuakeRow.milliseconds($0.upperBound)
      } ?? Int64.min...Int64.max
    guard let magnitude = query.magnitude.codes else { return nil }
    self.magnitude = magnitude
    depth = query.depth.isUnbounded ? nil : query.depth
    types = query.type.codes
    box = query.box
  }

  /// Returns true if a row meets all conditions except time and text.
  @inline(__always)
  func matches(_ row: QuakeRow, types: UnsafeBufferPointer<Bool>) -> Bool {
    guard types[Int(row.type)], magnitude.contains(row.magnitude.rawValue) else { return false }
    if let depth, !depth.contains(row.depth) { return false }
    return box?.contains(row) ?? true
  }

  func withTypes(_ body: (UnsafeBufferPointer<Bool>) -> Void) {
    types.withUnsafeBufferPointer(body)
  }
}

extension QuakesQuery.Bounds {
  /// The codes of the magnitudes that are within the bounds when displayed with
  /// one decimal; `nil` if there are none. A bound with two decimals is exact.
  fileprivate var codes: ClosedRange<Int16>? {
    guard !isUnbounded else { return Int16.min...Int16.max }
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
    return least <= largest ? Int16(least)...Int16(largest) : nil
  }
}

extension QuakesQuery.TypeFilter {
  fileprivate var codes: [Bool] {
    (0..<256).map { code in
      switch self {
      case .any: true
      case .only(let type): code == Int(type.code)
      case .other: code == 0
      }
    }
  }
}

extension QuakesQuery.Bounds {
  /// Returns true if a value is within the bounds. NaN is within none.
  @inline(__always)
  fileprivate func contains(_ value: Double) -> Bool {
    value >= min ?? -.infinity && value <= max ?? .infinity
  }
}

extension QuakesQuery.Box {
  @inline(__always)
  func contains(_ row: QuakeRow) -> Bool {
    contains(longitude: row.longitude, latitude: row.latitude)
  }
}
