import Foundation

/// A query in the whole numbers of rows.
struct QuakeTest {
  let needle: [UInt8]
  let time: ClosedRange<Int64>
  private let magnitude: ClosedRange<Int16>
  private let testsDepth: Bool
  private let depth: ClosedRange<Float>
  /// By the code of a type, whether it is asked for.
  private let types: [Bool]
  private let boxes: [(longitude: ClosedRange<Int32>, latitude: ClosedRange<Int32>)]

  /// `nil` where nothing can match.
  init?(_ query: QuakesQuery) {
    needle = SearchText.folded(query.text)
    time =
      query.time.map {
        QuakeRow.milliseconds($0.lowerBound)...QuakeRow.milliseconds($0.upperBound)
      } ?? Int64.min...Int64.max
    guard let magnitude = query.magnitude.codes else { return nil }
    self.magnitude = magnitude
    testsDepth = !query.depth.isUnbounded
    let least = Float(query.depth.min ?? -.infinity)
    let largest = Float(query.depth.max ?? .infinity)
    guard least <= largest else { return nil }
    depth = least...largest
    types = query.type.codes
    boxes = query.box.map(\.millionths) ?? []
  }

  /// Whether a row passes all but time and text.
  @inline(__always)
  func passes(_ row: QuakeRow, types: UnsafeBufferPointer<Bool>) -> Bool {
    guard types[Int(row.type)], magnitude.contains(row.magnitude.rawValue) else { return false }
    // Not a number is within no range.
    if testsDepth, !depth.contains(row.depth) { return false }
    if boxes.isEmpty { return true }
    return boxes.contains {
      $0.longitude.contains(row.longitude) && $0.latitude.contains(row.latitude)
    }
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

extension QuakesQuery.Box {
  /// One rectangle, or two where it crosses the date line.
  fileprivate var millionths: [(longitude: ClosedRange<Int32>, latitude: ClosedRange<Int32>)] {
    func millionths(_ degrees: Double, within limit: Double) -> Int32 {
      Int32((min(max(degrees.isNaN ? 0 : degrees, -limit), limit) * 1e6).rounded())
    }
    // Nowhere: no latitude is that high.
    guard south <= north else { return [(0...0, Int32.max...Int32.max)] }
    let latitude = millionths(south, within: 90)...millionths(north, within: 90)
    let (west, east) = (millionths(west, within: 180), millionths(east, within: 180))
    if west <= east { return [(west...east, latitude)] }
    return [(west...180_000_000, latitude), (-180_000_000...east, latitude)]
  }
}
