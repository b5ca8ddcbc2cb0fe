import Logging

extension RemoteStore {
  /// Logs the invalid events: the first ones individually, then their number.
  nonisolated func log(_ skipped: [FeedDecoder.Skipped], _ range: QuakesFeed.Range) {
    let limit = 20
    for event in skipped.prefix(limit) {
      logger.notice(
        "An event of the feed could not be read",
        metadata: [
          "range": "\(range.rawValue)", "index": "\(event.index)", "id": "\(event.id ?? "-")",
          "reason": "\(event.reason)",
        ])
    }
    guard skipped.count > limit else { return }
    logger.notice(
      "More events of the feed could not be read",
      metadata: ["range": "\(range.rawValue)", "count": "\(skipped.count - limit)"])
  }
}

extension QuakesFeed.Range {
  /// The file name of the feed.
  var fileName: String { "all_\(rawValue.dropFirst("all".count).lowercased()).geojson" }
}
