import Foundation
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
  /// The matching types, indexed by their codes.
  private let types: [Bool]
  private let box: QuakesQuery.Box?
  private let circle: QuakesQuery.Circle?
  private let latitudes: ClosedRange<Double>
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
    types = query.type.codes
    box = query.box
    circle = query.circle
    latitudes = query.circle?.latitudes ?? -90...90
    impact = query.impact == QuakesQuery.Impact() ? nil : query.impact
  }

  /// Returns true if a row meets all conditions except time, text and magnitude.
  @inline(__always)
  func isCandidate(_ row: QuakeRow, types: UnsafeBufferPointer<Bool>) -> Bool {
    guard types[Int(row.type)] else { return false }
    if let depth, !depth.contains(row.depth) { return false }
    if let circle, !contains(row, circle) { return false }
    return box?.contains(row) ?? true
  }

  private func contains(_ row: QuakeRow, _ circle: QuakesQuery.Circle) -> Bool {
    latitudes.contains(row.latitude)
      && circle.distance(longitude: row.longitude, latitude: row.latitude) <= circle.radius
  }

  /// Returns true if the effects of a quake meet the conditions.
  @inline(__always)
  func hasImpact(_ row: QuakeRow, _ quake: @autoclosure () -> Quake) -> Bool {
    impact?.contains(row.marks, quake()) ?? true
  }

  /// Returns true if a candidate meets the condition on the magnitude.
  @inline(__always)
  func isMatch(_ candidate: QuakeRow) -> Bool {
    magnitude.contains(Int32(candidate.magnitude.rawValue))
  }

  func withTypes(_ body: (UnsafeBufferPointer<Bool>) -> Void) {
    types.withUnsafeBufferPointer(body)
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
