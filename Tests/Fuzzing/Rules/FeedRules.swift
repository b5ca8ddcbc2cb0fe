import Foundation

@testable import QuakesData
@testable import QuakesUI

/// Invariants of feeds and of the export.
enum FeedRules {
  /// Small enough to be exceeded by inputs.
  private static let maximumEvents = 8

  static func check(_ bytes: [UInt8]) throws(Violation) {
    try JSONRules.check(bytes)
    let feed: FeedDecoder.Feed
    do throws(RemoteStoreError) {
      feed = try FeedDecoder.decode(bytes, maximumEvents: maximumEvents)
    } catch {
      try require(error.errorDescription?.isEmpty == false, "a refusal has a reason")
      if case .malformed(let offset, _) = error {
        try require((0...bytes.count).contains(offset), "the offset of an error is in the input")
      }
      return
    }
    try require(
      feed.quakes.count + feed.skipped.count <= maximumEvents,
      "the number of events does not exceed the limit")
    for skipped in feed.skipped {
      try require(!skipped.reason.isEmpty, "a skipped event has a reason")
      try require(isOneLine(skipped.reason), "a reason has one line")
      try require(skipped.id.map(isOneLine) ?? true, "an id in the log has one line")
    }
    try require(
      feed.skippedIds.map { $0.count >= feed.skipped.count } ?? !feed.skipped.isEmpty,
      "either each skipped event has an id, or the ids are unknown")
    for quake in feed.quakes { try check(quake) }
    try checkExport(feed.quakes)
  }

  private static func check(_ quake: Quake) throws(Violation) {
    for id in quake.ids {
      try require(
        (1...64).contains(id.utf8.count)
          && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") },
        "an id is visible ASCII, short and without commas")
    }
    try require(Set(quake.ids).count == quake.ids.count, "ids are unique")
    try require(quake.ids.count <= Quake.maximumIds, "the number of ids is limited")
    for text in [quake.name, quake.type, quake.magnitudeType ?? "", quake.network] {
      try require(isOneLine(text), "a text has one line: \(text.debugDescription)")
      try require(text.unicodeScalars.count <= 500, "the length of a text is limited")
    }
    try require(!quake.type.isEmpty, "the type is not empty")
    try require((-180...180).contains(quake.longitude), "the longitude is in range")
    try require((-90...90).contains(quake.latitude), "the latitude is in range")
    try require((-20...20).contains(quake.magnitude), "the magnitude is in range")
    try require(quake.magnitude != 0 || quake.magnitude.sign == .plus, "the magnitude is not -0")
    try require(quake.depth.map { (-1_000...6_400).contains($0) } ?? true, "the depth is in range")
    try require(quake.felt.map { $0 >= 0 } ?? true, "the number of reports is not negative")
    try require(
      quake.url.utf8.count <= 500 && quake.url.utf8.allSatisfy { (0x21...0x7E).contains($0) },
      "a URL is visible ASCII and short")
    for date in [quake.time, quake.updated] { try DateRules.check(date) }
  }

  /// Checks that the export decodes to the same quakes.
  private static func checkExport(_ quakes: [Quake]) throws(Violation) {
    let text = QuakesExport(quakes, as: GeoJSONFormat(title: "", generated: .distantPast)).reduce(
      into: [UInt8]()
    ) { $0 += $1 }
    try JSONRules.check(text)
    guard let back = try? FeedDecoder.decode(text) else {
      throw Violation("an export is a valid feed: \(String(decoding: text, as: UTF8.self))")
    }
    try require(back.skipped.isEmpty, "no event of an export is skipped: \(back.skipped)")
    try require(back.quakes.count == quakes.count, "an export contains all events")
    for (read, quake) in zip(back.quakes, quakes) where isWholeMilliseconds(quake) {
      try require(read == quake, "an exported event decodes to an equal one: \(read) \(quake)")
    }
  }

  /// Returns true if the times have no fractions of milliseconds, which feeds
  /// cannot represent.
  private static func isWholeMilliseconds(_ quake: Quake) -> Bool {
    [quake.time, quake.updated].allSatisfy { date in
      Date(feedTime: (date.timeIntervalSince1970 * 1_000).rounded()) == date
    }
  }

  private static func isOneLine(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0 != "\u{2028}" && $0 != "\u{2029}"
    }
  }
}
