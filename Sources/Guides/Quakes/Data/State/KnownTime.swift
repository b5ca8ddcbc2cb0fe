public import Foundation

/// The periods that the loaded feeds cover. Of any other time, events may be
/// missing.
public struct KnownTime: Codable, Hashable, Sendable {
  /// The periods in order. They neither overlap nor touch.
  public private(set) var periods: [Range<Date>] = []
  /// The periods whose events were deleted all together, by the time of the
  /// deletion.
  private(set) var forgotten: [Date: [Range<Date>]] = [:]

  /// The maximum number of periods. Most programs have one: automatic refreshes
  /// close gaps of up to a month.
  static let limit = 100
}

extension KnownTime {
  /// Creates a value from periods in any order, which may overlap.
  init(_ periods: some Sequence<Range<Date>>) {
    for period in periods { insert(period) }
  }

  /// The start of the time since which nothing is missing; `nil` if no feed was
  /// loaded.
  public var start: Date? { periods.last?.lowerBound }

  /// The periods that feeds covered, whether or not their events were deleted
  /// all together later.
  package var loaded: KnownTime {
    KnownTime(periods + forgotten.values.joined())
  }

  /// Returns the time between the periods, before the first and after the last,
  /// as far as it overlaps a range. Gaps are whole: they may begin before the
  /// range and end after it.
  package func gaps(overlapping range: Range<Date>) -> [Range<Date>] {
    let ends = [.distantPast] + periods.map(\.upperBound)
    let starts = periods.map(\.lowerBound) + [.distantFuture]
    return zip(ends, starts).filter { $0 < $1 }.map { $0..<$1 }.filter { $0.overlaps(range) }
  }

  /// Adds a period. Beyond the limit, the oldest one is dropped.
  mutating func insert(_ period: Range<Date>) {
    guard !period.isEmpty else { return }
    periods = Self.inserting(period, into: periods)
    if periods.count > Self.limit { periods.removeFirst() }
  }

  private static func inserting(
    _ period: Range<Date>, into periods: [Range<Date>]
  ) -> [Range<Date>] {
    let before = periods.filter { $0.upperBound < period.lowerBound }
    let after = periods.filter { period.upperBound < $0.lowerBound }
    let joined = periods[before.count..<periods.count - after.count]
    let start = min(period.lowerBound, joined.first?.lowerBound ?? period.lowerBound)
    let end = max(period.upperBound, joined.last?.upperBound ?? period.upperBound)
    return before + [start..<end] + after
  }

  /// Empties the periods, when all events are deleted.
  mutating func forget(at date: Date) {
    guard !periods.isEmpty else { return }
    forgotten[date] = periods.reduce(forgotten[date] ?? []) { Self.inserting($1, into: $0) }
    periods = []
  }

  /// Brings back the periods of deletions whose events are all stored again.
  mutating func recall(where isUndone: (Date) -> Bool) {
    for (date, periods) in forgotten where isUndone(date) {
      forgotten[date] = nil
      for period in periods { insert(period) }
    }
  }

  /// Drops the periods of deletions that cannot be undone any more.
  mutating func drop(where isPermanent: (Date) -> Bool) {
    forgotten = forgotten.filter { !isPermanent($0.key) }
  }

  /// Adds a stored period, which may overlap others.
  mutating func insert(_ row: KnownTimeRow) {
    guard row.since < row.until else { return }
    let period = row.since..<row.until
    if let deletion = row.deleted {
      forgotten[deletion] = Self.inserting(period, into: forgotten[deletion] ?? [])
    } else {
      insert(period)
    }
  }

  /// The periods as they are stored.
  var rows: [KnownTimeRow] {
    let stored = periods.map { ($0, Date?.none) }
    let deleted = forgotten.sorted { $0.key < $1.key }
      .flatMap { date, periods in periods.map { ($0, Date?.some(date)) } }
    return (stored + deleted).enumerated().map {
      KnownTimeRow($0.offset, $0.element.0, deleted: $0.element.1)
    }
  }
}
