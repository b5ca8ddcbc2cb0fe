public import Foundation

/// The content of a feed.
public struct QuakesFeed: Codable, Hashable, Sendable {
  /// The time range of a feed.
  public typealias Range = QuakesAction.UI.QuakeList.RefreshQuakesRange

  /// The time range of the feed.
  public var range: Range
  /// The time at which the feed was generated, according to the feed.
  public var generated: Date
  /// The valid events, in the order of the feed.
  public var quakes: [Quake]
  /// The number of invalid events.
  public var skipped: Int
  /// The IDs of the invalid events; `nil` if one of them has no readable ID. In
  /// that case, missing events cannot be detected.
  public var skippedIds: [Quake.ID]?

  /// Creates a feed.
  public init(
    range: Range, generated: Date, quakes: [Quake], skipped: Int = 0,
    skippedIds: [Quake.ID]? = []
  ) {
    self.range = range
    self.generated = generated
    self.quakes = quakes
    self.skipped = skipped
    self.skippedIds = skippedIds
  }

  /// The period whose events the feed covers.
  public var window: ClosedRange<Date> {
    generated.addingTimeInterval(-range.seconds)...generated
  }
}

extension QuakesFeed.Range {
  /// The length of the range. A month is 30 days.
  /// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php
  public var seconds: TimeInterval {
    switch self {
    case .allHour: 3_600
    case .allDay: 86_400
    case .allWeek: 7 * 86_400
    case .allMonth: 30 * 86_400
    }
  }
}
