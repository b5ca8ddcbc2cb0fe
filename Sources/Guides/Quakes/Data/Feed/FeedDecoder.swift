import Foundation

/// A decoder of earthquake feeds.
/// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php
enum FeedDecoder {
  /// The maximum number of events: more than in any month so far, and few
  /// enough to hold in memory.
  static let maximumEvents = 200_000
  /// The maximum number of values that are kept of a feature, which has about 30.
  private static let maximumValues = 1_000

  /// An invalid event, for the log.
  struct Skipped: Hashable {
    /// The index in the feed.
    let index: Int
    let id: String?
    let reason: String
  }

  /// The content of a feed.
  struct Feed: Hashable {
    var quakes: [Quake] = []
    var skipped: [Skipped] = []
    /// The IDs of the skipped events; `nil` if one of them has no readable ID.
    var skippedIds: [Quake.ID]? = []
    /// The time at which the feed was generated; `nil` if it is absent.
    var generated: Date?
  }

  /// Decodes a feed, feature by feature. A feature that is invalid, or
  /// malformed between its brackets, is skipped. A byte order mark is ignored, and
  /// so are malformed values outside the features.
  ///
  /// - Throws: `RemoteStoreError` if other parts of the JSON are malformed, or
  ///   if the feed is not a feature collection.
  static func decode(
    _ bytes: [UInt8], maximumEvents: Int = Self.maximumEvents
  ) throws(RemoteStoreError) -> Feed {
    var reader = JSONReader(bytes, isTolerant: true)
    var feed = Feed()
    var hasFeatures = false
    var metadata = JSONValue.null
    do throws(JSONError) {
      try reader.readMembers { reader, key throws(JSONError) in
        guard key == "features" else {
          let value = try reader.item(keeping: maximumValues)
          if key == "metadata" { metadata = value }
          return
        }
        // Of duplicate keys, the last one wins.
        feed = Feed()
        hasFeatures = try reader.readElements { reader throws(JSONError) in
          let feature = try reader.item(keeping: maximumValues)
          if feed.count <= maximumEvents { feed.append(FeedFeature(feature)) }
        }
      }
      try reader.end()
    } catch {
      throw RemoteStoreError(error)
    }
    if let status = metadata["status"].number, status != 200 {
      throw .status(Int(exactly: status) ?? 0)
    }
    guard hasFeatures else { throw .noFeed }
    guard feed.count <= maximumEvents else { throw .tooManyEvents(limit: maximumEvents) }
    feed.generated = Date(feedTime: metadata["generated"].number)
    return feed
  }
}

extension FeedDecoder.Feed {
  /// The number of features.
  fileprivate var count: Int { quakes.count + skipped.count }

  fileprivate mutating func append(_ feature: FeedFeature) {
    do throws(FeedFeature.Problem) {
      quakes.append(try feature.quake())
    } catch {
      let id = feature.id?.sanitised(limit: 64)
      skipped.append(FeedDecoder.Skipped(index: count, id: id, reason: error.reason))
      let ids = feature.eventIds
      if ids.isEmpty { skippedIds = nil } else { skippedIds? += ids }
    }
  }
}
