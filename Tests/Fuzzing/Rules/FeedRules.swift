import Foundation

@testable import QuakesData
@testable import QuakesUI

/// Feeds, and what is written for other programs from them.
enum FeedRules {
  /// So few that inputs go beyond it.
  private static let maximumEvents = 8

  static func check(_ bytes: [UInt8]) throws(Violation) {
    try JSONRules.check(bytes)
    let feed: FeedDecoder.Feed
    do throws(RemoteStoreError) {
      feed = try FeedDecoder.decode(bytes, maximumEvents: maximumEvents)
    } catch {
      try require(error.errorDescription?.isEmpty == false, "what is refused says why")
      if case .malformed(let offset, _) = error {
        try require((0...bytes.count).contains(offset), "damage is at some byte")
      }
      return
    }
    try require(
      feed.quakes.count + feed.skipped.count <= maximumEvents, "no more events are taken than fit")
    for skipped in feed.skipped {
      try require(!skipped.reason.isEmpty, "what is left out says why")
      try require(isOneLine(skipped.reason), "a reason is one line")
      try require(skipped.id.map(isOneLine) ?? true, "an id in the log is one line")
    }
    try require(
      feed.skippedIds.map { $0.count >= feed.skipped.count } ?? !feed.skipped.isEmpty,
      "each event that is left out is known by an id, or they are not known")
    for quake in feed.quakes { try check(quake) }
    try checkExport(feed.quakes)
  }

  private static func check(_ quake: Quake) throws(Violation) {
    for id in quake.ids {
      try require(
        (1...64).contains(id.utf8.count)
          && id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ",") },
        "an id is visible, short and no list")
    }
    try require(Set(quake.ids).count == quake.ids.count, "an id is there once")
    try require(quake.ids.count <= Quake.maximumIds, "an event has few ids")
    for text in [quake.name, quake.type, quake.magnitudeType ?? "", quake.network] {
      try require(isOneLine(text), "a text is one line: \(text.debugDescription)")
      try require(text.unicodeScalars.count <= 500, "a text is short")
    }
    try require(!quake.type.isEmpty, "an event is of some type")
    try require((-180...180).contains(quake.longitude), "a longitude is one")
    try require((-90...90).contains(quake.latitude), "a latitude is one")
    try require((-20...20).contains(quake.magnitude), "a magnitude is one")
    try require(quake.magnitude != 0 || quake.magnitude.sign == .plus, "no magnitude is -0")
    try require(quake.depth.map { (-1_000...6_400).contains($0) } ?? true, "a depth is one")
    try require(quake.felt.map { $0 >= 0 } ?? true, "people are counted from 0")
    try require(
      quake.url.utf8.count <= 500 && quake.url.utf8.allSatisfy { (0x21...0x7E).contains($0) },
      "an address is visible and short")
    for date in [quake.time, quake.updated] { try DateRules.check(date) }
  }

  /// Whoever reads our export gets what we have.
  private static func checkExport(_ quakes: [Quake]) throws(Violation) {
    let text = QuakesExport(quakes, as: GeoJSONFormat()).reduce(into: [UInt8]()) { $0 += $1 }
    try JSONRules.check(text)
    guard let back = try? FeedDecoder.decode(text) else {
      throw Violation("an export is a feed: \(String(decoding: text, as: UTF8.self))")
    }
    try require(back.skipped.isEmpty, "an export leaves nothing out: \(back.skipped)")
    try require(back.quakes.count == quakes.count, "an export has all events")
    for (read, quake) in zip(back.quakes, quakes) where isWholeMilliseconds(quake) {
      try require(read == quake, "an export that is read is what was written: \(read) \(quake)")
    }
  }

  /// Feeds have no smaller parts of a second.
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
