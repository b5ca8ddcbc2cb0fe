import Foundation
import TextSearch

/// A query in the terms of rows.
struct QuakeTest {
  let needle: [UInt8]
  let time: ClosedRange<Int64>
  private let magnitude: ClosedRange<Int16>
  /// `nil` for any depth, known or not.
  private let depth: QuakesQuery.Bounds?
  /// By the code of a type, whether it is asked for.
  private let types: [Bool]
  private let box: QuakesQuery.Box?

  /// `nil` where nothing can match.
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

  /// Whether a row passes all but time and text.
  @inline(__always)
  func passes(_ row: QuakeRow, types: UnsafeBufferPointer<Bool>) -> Bool {
    guard types[Int(row.type)], magnitude.contains(row.magnitude.rawValue) else { return false }
    if let depth, !depth.contains(row.depth) { return false }
    return box?.contains(row) ?? true
  }

  func withTypes(_ body: (UnsafeBufferPointer<Bool>) -> Void) {
    types.withUnsafeBufferPointer(body)
  }
}

extension QuakesQuery.Bounds {
  /// The codes of the magnitudes that are within when displayed with one
  /// decimal; `nil` if there are none. A bound with two decimals is exact.
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
    // Those that are not known are within no bounds.
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
  /// Returns whether a value is within the bounds. One that is not a number is
  /// within none.
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
