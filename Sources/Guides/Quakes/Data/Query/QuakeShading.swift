package import Foundation

/// The meaning of the shades of dots. Each quake has one, from 0 for the front.
package enum QuakeShading: Hashable, Sendable {
  /// All dots have the same shade.
  case none
  /// The past hour, the past day, the past week, older.
  case age(now: Date)
  /// From shallow to deep: the number of limits that the depth reaches. An
  /// unknown depth follows the deepest.
  case depth

  /// The number of shades at most.
  static let count = 7

  /// The lower limits of the depths after the first, in kilometres.
  package static let depths: [Double] = [35, 70, 150, 300, 500]
  /// The shade of an unknown depth.
  package static let unknownDepth = depths.count + 1
}

extension QuakeShading {
  /// Returns the shade of a quake.
  package func shade(of quake: Quake) -> Int {
    let row = QuakeRow(quake)
    return switch self {
    case .none: 0
    case .age(let now): AgeLimits(now: now).shade(time: row.time)
    case .depth: DepthLimits().shade(depth: row.depth)
    }
  }
}

/// The limits between ages, in milliseconds since 1970.
struct AgeLimits {
  private let hour, day, week: Int64

  init(now: Date) {
    func limit(_ seconds: Double) -> Int64 {
      QuakeRow.milliseconds(now.addingTimeInterval(-seconds))
    }
    hour = limit(3_600)
    day = limit(86_400)
    week = limit(7 * 86_400)
  }

  @inline(__always)
  func shade(time: Int64) -> Int {
    time >= hour ? 0 : time >= day ? 1 : time >= week ? 2 : 3
  }

  /// Returns the shade of all quakes of a chunk; `nil` if they have several.
  func shade(of chunk: QuakeChunk) -> Int? {
    let newest = shade(time: chunk.times.upperBound)
    return shade(time: chunk.times.lowerBound) == newest ? newest : nil
  }
}

/// The limits between depths.
struct DepthLimits {
  private let limits = QuakeShading.depths.map { QuakeRow.units($0 * QuakeRow.unitsPerKilometre) }

  /// - Parameter depth: as in a row.
  @inline(__always)
  func shade(depth: Int32) -> Int {
    guard depth != QuakeRow.unknownDepth else { return QuakeShading.unknownDepth }
    var shade = 0
    for limit in limits where depth >= limit { shade += 1 }
    return shade
  }
}
