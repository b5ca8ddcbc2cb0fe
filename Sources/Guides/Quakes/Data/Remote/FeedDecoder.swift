import Foundation

/// A decoder of earthquake feeds.
/// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php
enum FeedDecoder {
  /// The maximum number of events: more than in any month so far, and few
  /// enough to hold in memory.
  static let maximumEvents = 200_000

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
    try bytes.withUnsafeBufferPointer { bytes throws(RemoteStoreError) in
      var decoding = Decoding(reader: JSONReader(bytes), maximumEvents: maximumEvents)
      return try decoding.run()
    }
  }
}

private struct Decoding {
  var reader: JSONReader
  let maximumEvents: Int
  private var feed = FeedDecoder.Feed()
  private var hasFeatures = false
  private var status: Int?

  init(reader: JSONReader, maximumEvents: Int) {
    self.reader = reader
    self.maximumEvents = maximumEvents
  }

  mutating func run() throws(RemoteStoreError) -> FeedDecoder.Feed {
    do throws(JSONError) {
      reader.skipByteOrderMark()
      try readCollection()
      try reader.end()
    } catch {
      throw RemoteStoreError(error)
    }
    if let status, status != 200 { throw .status(status) }
    guard hasFeatures else { throw .noFeed }
    guard feed.quakes.count + feed.skipped.count <= maximumEvents else {
      throw .tooManyEvents(limit: maximumEvents)
    }
    return feed
  }

  private mutating func readCollection() throws(JSONError) {
    guard try reader.kind() == .object else { return try reader.skipValue() }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch key {
      case "features": try readFeatures()
      case "metadata": try readMetadata()
      default: try reader.skipLeniently()
      }
    }
  }

  private mutating func readMetadata() throws(JSONError) {
    guard try reader.beginObjectIfPresent() else { return }
    while let key = try reader.nextKey() {
      switch key {
      case "generated": feed.generated = Date(feedTime: try reader.lenientNumber())
      case "status": status = try reader.lenientNumber().map { Int(exactly: $0) ?? 0 }
      default: try reader.skipLeniently()
      }
    }
  }

  private mutating func readFeatures() throws(JSONError) {
    guard try reader.beginArrayIfPresent() else { return }
    hasFeatures = true
    // Of duplicate keys, the last one wins.
    feed.quakes = []
    feed.skipped = []
    feed.skippedIds = []
    while try reader.nextElement() {
      guard feed.quakes.count + feed.skipped.count <= maximumEvents else {
        try reader.skipValue()
        continue
      }
      try readFeature()
    }
  }

  private mutating func readFeature() throws(JSONError) {
    reader.lastKey = nil
    let start = reader
    do throws(JSONError) {
      let feature = try FeedFeature(&reader)
      do throws(FeedFeature.Problem) {
        feed.quakes.append(try feature.quake())
      } catch {
        skip(feature, reason: error.reason)
      }
    } catch {
      let key = reader.lastKey?.sanitised(limit: 30)
      let reason = [key, error.problem.description].compactMap(\.self).joined(separator: ": ")
      // Malformed JSON may hide an ID, or consist of several features.
      reader = start
      guard reader.skipBrackets() else { throw error }
      skip(nil, reason: reason)
    }
  }

  private mutating func skip(_ feature: FeedFeature?, reason: String) {
    feed.skipped.append(
      FeedDecoder.Skipped(
        index: feed.quakes.count + feed.skipped.count, id: feature?.id?.sanitised(limit: 64),
        reason: reason))
    let ids = feature?.eventIds ?? []
    if ids.isEmpty { feed.skippedIds = nil } else { feed.skippedIds? += ids }
  }
}
