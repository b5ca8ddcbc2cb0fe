import Foundation

// Sample quakes of each size for previews. Their time is the time of access.

extension Quake {
  /// Magnitude 0.5.
  public static var xxsmall: Quake { preview("xxsmall", 0.5) }
  /// Magnitude 1.5.
  public static var xsmall: Quake { preview("xsmall", 1.5) }
  /// Magnitude 2.5.
  public static var small: Quake { preview("small", 2.5) }
  /// Magnitude 3.5.
  public static var medium: Quake { preview("medium", 3.5) }
  /// Magnitude 4.5.
  public static var large: Quake { preview("large", 4.5) }
  /// Magnitude 5.5.
  public static var xlarge: Quake { preview("xlarge", 5.5) }
  /// Magnitude 6.5.
  public static var xxlarge: Quake { preview("xxlarge", 6.5) }
  /// Magnitude 7.5.
  public static var xxxlarge: Quake { preview("xxxlarge", 7.5) }

  private static func preview(_ quakeId: String, _ magnitude: Double) -> Quake {
    let now = Date.now
    return Quake(
      quakeId: quakeId, magnitude: magnitude, time: now, updated: now,
      name: "West of California", longitude: -125, latitude: 35)
  }
}
