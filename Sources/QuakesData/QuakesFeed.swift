public import Foundation

/// What a feed said at one time.
public struct QuakesFeed: Codable, Hashable, Sendable {
  /// How far back a feed goes.
  public typealias Range = QuakesAction.UI.QuakeList.RefreshQuakesRange

  /// How far back it goes.
  public var range: Range
  /// When the feed was made, in its own words.
  public var generated: Date
  /// Its events, in its order, that could be read.
  public var quakes: [Quake]
  /// The number of its events that could not be read.
  public var skipped: Int
  /// The ids of the events that could not be read; `nil` if one of them has no
  /// readable id. Such a feed does not tell which events it leaves out.
  public var skippedIds: [Quake.ID]?

  /// A feed with its events.
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

  /// The time of which the feed has all events that it knows.
  public var window: ClosedRange<Date> {
    generated.addingTimeInterval(-range.seconds)...generated
  }
}

extension QuakesFeed.Range {
  /// How far back it goes. A month is 30 days.
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
