import Foundation

/// Reads a feed of earthquakes.
/// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php
enum FeedDecoder {
  /// More events than a month ever had, and few enough to hold.
  static let maximumEvents = 200_000

  /// An event that could not be read, for the log.
  struct Skipped: Hashable {
    /// Its index in the feed.
    let index: Int
    let id: String?
    let reason: String
  }

  /// The content of a feed.
  struct Feed: Hashable {
    var quakes: [Quake] = []
    var skipped: [Skipped] = []
    /// The ids of the skipped events; `nil` if one of them has no readable id.
    var skippedIds: [Quake.ID]? = []
    /// When it was made, where it says so.
    var generated: Date?
  }

  /// Decodes a feed, feature by feature. A feature that is invalid, or
  /// malformed between its brackets, is skipped. Any other malformed JSON
  /// refuses the feed.
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
      default: try reader.skipValue()
      }
    }
  }

  private mutating func readMetadata() throws(JSONError) {
    guard try reader.kind() == .object else { return try reader.skipValue() }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      guard try reader.kind() == .number else {
        try reader.skipValue()
        continue
      }
      switch key {
      case "generated": feed.generated = Date(feedTime: try reader.number())
      case "status": status = try reader.number().map { Int(exactly: $0) ?? 0 }
      default: try reader.skipValue()
      }
    }
  }

  private mutating func readFeatures() throws(JSONError) {
    guard try reader.kind() == .array else { return try reader.skipValue() }
    hasFeatures = true
    // Of keys that stand there twice the last one counts.
    feed.quakes = []
    feed.skipped = []
    feed.skippedIds = []
    try reader.beginArray()
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
      let key = reader.lastKey?.clean(limit: 30)
      try skip(from: start, because: error, at: key)
    }
  }

  /// Skips a feature that could not be read to its end.
  private mutating func skip(
    from start: JSONReader, because error: JSONError, at key: String?
  ) throws(JSONError) {
    let reason = [key, error.problem.description].compactMap(\.self).joined(separator: ": ")
    reader = start
    do throws(JSONError) {
      skip(try FeedFeature(identifying: &reader), reason: reason)
    } catch {
      // What is malformed may hide an id, or be more than one feature.
      reader = start
      guard reader.skipBrackets() else { throw error }
      skip(nil, reason: reason)
    }
  }

  private mutating func skip(_ feature: FeedFeature?, reason: String) {
    feed.skipped.append(
      FeedDecoder.Skipped(
        index: feed.quakes.count + feed.skipped.count, id: feature?.id?.clean(limit: 64),
        reason: reason))
    let ids = feature?.eventIds ?? []
    if ids.isEmpty { feed.skippedIds = nil } else { feed.skippedIds? += ids }
  }
}
