import Foundation

/// The content of feeds.
enum QuakesFeeds {
  /// An event of a feed.
  struct Event {
    var id: String
    var magnitude: Double? = 4.5
    /// The time of the event, in hours before the feed was generated.
    var hoursAgo = 1.0
    /// The time of the last change, in hours before the feed was generated.
    var updatedHoursAgo = 0.5
    var place = "10 km N of Somewhere"
    var longitude = 0.0
    var latitude = 0.0
    var type = "earthquake"
    var status = "reviewed"
    var otherIds: [String] = []
  }

  /// The time at which the feeds are generated.
  static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  fileprivate static func feed(_ events: [Event]) -> String {
    let features = events.map { event in
      let ids = ([event.id] + event.otherIds).map { "\($0)," }.joined()
      return """
        {"type":"Feature","properties":{"mag":\(event.magnitude.map { "\($0)" } ?? "null"),\
        "place":"\(event.place)","time":\(milliseconds(event.hoursAgo)),\
        "updated":\(milliseconds(event.updatedHoursAgo)),"type":"\(event.type)",\
        "status":"\(event.status)","ids":",\(ids)"},"geometry":{"type":"Point",\
        "coordinates":[\(event.longitude),\(event.latitude),10]},"id":"\(event.id)"}
        """
    }
    return """
      {"type":"FeatureCollection","metadata":{"generated":\(milliseconds(0)),"status":200},\
      "features":[\(features.joined(separator: ",\n"))]}
      """
  }

  private static func milliseconds(_ hoursAgo: Double) -> Int {
    Int((now.timeIntervalSince1970 - hoursAgo * 3_600) * 1000)
  }
}

extension FakeService {
  /// A server of feeds with some events.
  convenience init(events: [QuakesFeeds.Event]) throws {
    try self.init()
    serve(events)
  }

  /// Serves these events in all feeds from now on.
  func serve(_ events: [QuakesFeeds.Event]) { serve(body: QuakesFeeds.feed(events)) }
}

/// Runs a test on a site with feeds, and stops both afterwards.
func withQuakes(
  _ events: [QuakesFeeds.Event], now: Date = QuakesFeeds.now,
  _ body: (ListeningSite, FakeService) async throws -> Void
) async throws {
  let feeds = try FakeService(events: events)
  defer { feeds.stop() }
  try await withSite(settings: ["quakes-feeds": feeds.address], now: { now }) { site in
    try await body(site, feeds)
  }
}
