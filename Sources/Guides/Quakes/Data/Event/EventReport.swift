public import Foundation

/// The publications of the U.S. Geological Survey about one event besides its record in
/// the feed: the shaking, the people in it, how the fault moved.
///
/// Each part is absent if it was not published, or could not be loaded; `missing` and
/// `tooLarge` tell which of them could not. All numbers are bounded, so that a report takes at most
/// about 100 kB.
public struct EventReport: Codable, Hashable, Sendable {
  public let quakeId: Quake.ID
  /// The time at which it was fetched.
  public var fetched: Date
  /// The last change of the event at the source, the version of the report.
  public var updated: Date?
  /// The map of the shaking.
  public var shaking: ShakingMap?
  /// The strongest computed intensity on land.
  public var maximumOnLand: Double?
  /// The reports of people, by cell.
  public var felt: [FeltCell] = []
  /// The number of reports.
  public var reportCount: Int?
  /// Towns nearby.
  public var towns: [Town] = []
  /// The people in the shaking.
  public var exposure: Exposure?
  /// The movement of the fault.
  public var mechanism: FaultMechanism?
  /// The forecast of aftershocks.
  public var forecast: AftershockForecast?
  /// The summary of the tectonics, by paragraph.
  public var summary: [String] = []
  /// The damage that was reported, by paragraph.
  public var impact: [String] = []
  /// A stored report of another format cannot be decoded, so it is fetched again.
  private(set) var format = Format.current
  /// The parts that were published but could not be loaded.
  public var missing: Set<Part> = []
  /// The parts that were published in larger files than are fetched.
  public var tooLarge: Set<Part> = []

  enum Format: Int, Codable {
    case current = 2
  }

  /// A part that is a file of its own.
  public enum Part: String, CaseIterable, Codable, Hashable, Sendable {
    case shaking, felt, towns, exposure, summary
  }
}

/// Lines of equal intensity, from a ShakeMap.
public struct ShakingMap: Codable, Hashable, Sendable {
  /// The lines of whole levels, weakest first.
  public var contours: [Contour]
  /// The area that the map covers, beyond which lines end.
  public var area: Box

  /// The lines of one intensity.
  public struct Contour: Codable, Hashable, Sendable {
    public let intensity: Int
    /// The lines in hundredths of a degree: longitude and latitude of each point in turn.
    /// Longitudes continue beyond 180°.
    public let lines: [[Int]]
  }

  /// Returns the points of a line in degrees.
  public static func points(of line: [Int]) -> [(longitude: Double, latitude: Double)] {
    stride(from: 0, to: line.count - 1, by: 2).map {
      (Double(line[$0]) / 100, Double(line[$0 + 1]) / 100)
    }
  }

  /// A rectangle in degrees. `east` is more than 180 across the date line.
  public struct Box: Codable, Hashable, Sendable {
    public var west, south, east, north: Double
  }
}

/// The reports of people in a square of 10 km.
public struct FeltCell: Codable, Hashable, Sendable {
  public let west, south, east, north: Double
  /// The mean intensity of the reports; 1 is not felt.
  public let intensity: Double
  /// The number of reports.
  public let count: Int
  /// The distance from the epicentre in kilometres.
  public let distance: Double?
  /// The name of the place; `nil` for a square without a name.
  public let name: String?

  /// True if there are enough reports, as for maps of the shaking: one alone may be a
  /// mistake.
  package var isReliable: Bool { count >= 3 }

  /// True if the square has a name, and its reports tell that the event was felt.
  package var isFeltPlace: Bool {
    isReliable && intensity.rounded() > 1 && name != nil && distance != nil
  }
}

/// A town near the epicentre.
public struct Town: Codable, Hashable, Sendable {
  public let name: String
  public let longitude, latitude: Double
  /// The number of people; `nil` if it is unknown.
  public let population: Int?
}

/// The people in the shaking, from a PAGER estimate.
public struct Exposure: Codable, Hashable, Sendable {
  /// The number of people at each intensity, 1 to 10.
  public let people: [Int]
  /// The intensity at the edge of the map: at or below it, people beyond the edge are
  /// not counted.
  public let edgeIntensity: Double?
  /// The level of the alert; `nil` if it is not published.
  public let alert: Quake.Alert?
  /// True if the level is being reviewed before it is published.
  public var isUnderReview = false
}

/// A forecast of aftershocks.
public struct AftershockForecast: Codable, Hashable, Sendable {
  public let created: Date?
  public let expires: Date
  public let periods: [Period]

  public struct Period: Codable, Hashable, Sendable {
    public let start, end: Date
    public let chances: [Chance]
  }

  public struct Chance: Codable, Hashable, Sendable {
    /// The smallest magnitude.
    public let magnitude: Double
    /// The probability of one or more, 0 to 1.
    public let probability: Double
    /// The number in 95 of 100 cases.
    public let least, most: Int
  }
}
