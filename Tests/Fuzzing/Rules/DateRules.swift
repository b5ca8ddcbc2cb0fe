import Foundation
import ImmutableUI
import Look

@testable import QuakesData
@testable import QuakesUI
@testable import WebClient

/// Invariants of days, times and `Retry-After`.
enum DateRules {
  static func check(_ bytes: [UInt8]) throws(Violation) {
    let text = String(decoding: bytes, as: UTF8.self)
    try checkDay(text)
    try checkPause(text)
    if let date = Date(feedTime: Double(text)) { try check(date) }
  }

  /// Checks that a time can be formatted, and belongs to its day.
  static func check(_ date: Date) throws(Violation) {
    let shown = Moment(date).iso8601
    try require(
      shown.utf8.count == 20 && shown.hasSuffix("Z"), "a time has 20 characters: \(shown)")
    let day = CalendarDay(date)
    try require(isSame(day.text, shown.prefix(10)), "a time is on its day: \(shown)")
    try require(CalendarDay(day.text) == day, "a printed day parses back: \(day.text)")
    try require(contains(day.interval(), date), "a day contains its times: \(shown)")
    try require(
      !contains(day.advanced(by: 1).interval(), date)
        && !contains(
          day.advanced(by: -1).interval(), date)
        || day.advanced(by: 1) == day
        || day.advanced(by: -1) == day, "a time is on one day only: \(shown)")
    try checkZones(date)
    try require(!Moment(date).ago(from: date).isEmpty, "the relative time is not empty")
  }

  /// Checks that a time belongs to its day in each time zone. Excludes the ends
  /// of the calendar of four-digit years, where the local day may not exist.
  private static func checkZones(_ date: Date) throws(Violation) {
    guard ("0001-01-02"..."9999-12-30").contains(Moment(date).iso8601.prefix(10)) else { return }
    for zone in Zone.offered {
      let day = CalendarDay(date, in: zone)
      try require(
        contains(day.interval(in: zone), date), "a day contains its times: \(date) in \(zone.name)")
    }
  }

  /// Returns true if a filter for a range of time has a moment.
  private static func contains(_ range: ClosedRange<Date>, _ date: Date) -> Bool {
    let time = QuakeRow.milliseconds(date)
    return time >= QuakeRow.milliseconds(range.lowerBound)
      && time <= QuakeRow.milliseconds(range.upperBound)
  }

  private static func checkDay(_ text: String) throws(Violation) {
    let day = CalendarDay(text)
    let days = daysSince1970(text)
    try require((day == nil) == (days == nil), "only days of the calendar are accepted: \(text)")
    guard let day, let days else { return }
    try require(isSame(day.text, text), "a parsed day prints as the same text: \(text)")
    try require(
      day.start() == Date(timeIntervalSince1970: Double(days) * 86_400),
      "a day starts at its date: \(text)")
    try require(CalendarDay(day.start()) == day, "a day contains its start: \(text)")
    if text != "9999-12-31" {
      let next = day.advanced(by: 1)
      try require(day < next && next.advanced(by: -1) == day, "a day has a successor: \(text)")
    }
    try require(!day.formatted.isEmpty, "the text of a day is not empty")
  }

  private static func checkPause(_ text: String) throws(Violation) {
    let pause = Transfer.parseRetryAfter(text)
    try require(
      pause.map { (.zero ... .seconds(86_400)).contains($0) } ?? true,
      "a pause is at most one day: \(text)")
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return }
    try require(
      pause == .seconds(min(Int(text) ?? 86_400, 86_400)), "a number is in seconds: \(text)")
  }

  /// Returns the days since 1970 of a text, computed independently; `nil` if the
  /// day does not exist.
  /// https://howardhinnant.github.io/date_algorithms.html#days_from_civil
  private static func daysSince1970(_ text: String) -> Int? {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    let (year, month, day) = (numbers[0], numbers[1], numbers[2])
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard year > 0, (1...12).contains(month), (1...lengths[month - 1]).contains(day) else {
      return nil
    }
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
