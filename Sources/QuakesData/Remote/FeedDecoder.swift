import Foundation

/// Reads a feed of earthquakes.
/// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php
enum FeedDecoder {
  /// More events than a month ever had, and few enough to hold.
  static let maximumEvents = 200_000

  /// An event that could not be read.
  struct Skipped: Hashable {
    /// Its place in the feed.
    let index: Int
    let id: String?
    let reason: String
  }

  /// What a feed holds.
  struct Feed: Hashable {
    var quakes: [Quake] = []
    var skipped: [Skipped] = []
    /// When it was made, where it says so.
    var generated: Date?
  }

  /// Reads a feed, event by event: one that makes no sense is skipped. Where
  /// the syntax of the whole breaks, nothing of it is taken.
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
        skip(id: feature.id, reason: error.reason)
      }
    } catch {
      guard error.isWellFormed else { throw error }
      let reason = [reader.lastKey?.clean(limit: 30), error.problem.description]
      // Once more, to find its id and its end.
      reader = start
      skip(
        id: try FeedFeature.skip(&reader), reason: reason.compactMap(\.self).joined(separator: ": ")
      )
    }
  }

  private mutating func skip(id: JSONText?, reason: String) {
    feed.skipped.append(
      FeedDecoder.Skipped(
        index: feed.quakes.count + feed.skipped.count, id: id?.clean(limit: 64), reason: reason))
  }
}
