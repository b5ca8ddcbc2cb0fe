import Foundation
import QuakesData

/// The meaning of the colours on the map. Its raw value is the value of the
/// query item.
public enum MapColouring: String, CaseIterable, Hashable, Sendable {
  case age, depth, magnitude

  /// Returns the shades of the dots.
  func shading(now: Date) -> QuakeShading {
    switch self {
    case .age: .age(now: now)
    case .depth: .depth
    case .magnitude: .none
    }
  }
}
