import Foundation
import Look
import QuakesData

/// The gaps in the loaded data within the shown period.
struct DataGaps: Hashable, Sendable {
  /// The gaps in order, within the shown period.
  let parts: [Part]
  /// True if nothing of the shown period was loaded.
  let isAll: Bool

  /// A part of the shown period of which no feed was loaded.
  struct Part: Hashable, Sendable {
    let range: Range<Date>
    /// The end of the loaded period before it, and the start of the one after it;
    /// `nil` if there is none.
    let previous, next: Date?
  }

  /// The length below which a gap is ignored, unless it is the whole period: the clocks of feeds
  /// and pages differ by minutes.
  private static let minimumLength: TimeInterval = 3_600

  /// Finds the gaps before now.
  ///
  /// - Parameter time: the shown period; `nil` for any time.
  init(of time: ClosedRange<Date>?, known: KnownTime, now: Date) {
    let first = min(time?.lowerBound ?? .distantPast, now)
    let shown = first..<max(first, min(time?.upperBound ?? now, now))
    parts = (shown.isEmpty ? [] : known.gaps(overlapping: shown)).compactMap { gap in
      let range = gap.clamped(to: shown)
      let length = range.upperBound.timeIntervalSince(range.lowerBound)
      guard length >= Self.minimumLength || range == shown else { return nil }
      return Part(
        range: range, previous: gap.lowerBound == .distantPast ? nil : gap.lowerBound,
        next: gap.upperBound == .distantFuture ? nil : gap.upperBound)
    }
    isAll = parts.first?.range == shown
  }

  /// Returns true if some of a period is not known.
  func overlaps(_ period: ClosedRange<Date>) -> Bool {
    parts.contains {
      $0.range.lowerBound < period.upperBound && period.lowerBound < $0.range.upperBound
    }
  }

  /// Returns a note for the foot of the page, as in "all data since 4 May 2024,
  /// 07:06"; `nil` if the only gap follows the last feed, whose time the foot shows.
  func note(in zone: Zone) -> DatedText? {
    guard let part = parts.last(where: { $0.previous == nil || $0.next != nil }) else { return nil }
    return part.next.map { DatedText(before: "all data since ", moment: Moment($0, in: zone)) }
      ?? DatedText(before: "some data may be missing")
  }

  /// Returns a sentence for an empty list, as in "The time before 4 May 2024, 07:06
  /// UTC is not loaded."; `nil` if there are no gaps.
  func sentence(in zone: Zone) -> String? {
    guard !parts.isEmpty else { return nil }
    let phrases = parts.suffix(3).compactMap { part in
      let previous = part.previous.map { Moment($0, in: zone).minute }
      let next = part.next.map { Moment($0, in: zone).minute }
      return switch (previous, next) {
      case (nil, nil): nil as String?
      case (nil, let next?): "before \(next)"
      case (let previous?, nil): "after \(previous)"
      case (let previous?, let next?): "from \(previous) to \(next)"
      }
    }
    return phrases.isEmpty
      ? "No feed has been loaded yet."
      : "The time \(phrases.joined(separator: " and ")) is not loaded."
  }
}
