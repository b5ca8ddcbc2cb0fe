public import Foundation
public import Look

/// A day of the Gregorian calendar, in the years 1 to 9999.
///
/// ```swift
/// let lent = Day(2026, 2, 20)
/// let due = lent + 14
/// print(due, due > lent, due - lent)  // 2026-03-06 true 14
/// ```
public struct Day: Hashable, Sendable {
  /// The days since 1 January 1970.
  private let number: Int

  private static let numbers = -719_162...2_932_896

  private init(number: Int) {
    self.number = min(max(number, Self.numbers.lowerBound), Self.numbers.upperBound)
  }

  /// Creates a day from the numbers of its year, month and day. The 31st day of April
  /// is the first one of May.
  public init(_ year: Int, _ month: Int, _ day: Int) {
    // Years begin in March, so that the day of a leap year is their last one.
    let months = (min(max(year, -9_999), 19_999) * 12) + min(max(month, -999), 999) - 3
    let (year, month) = (Self.floor(months, 12), months - Self.floor(months, 12) * 12)
    let days =
      year * 365 + Self.floor(year, 4) - Self.floor(year, 100) + Self.floor(year, 400)
      + (153 * month + 2) / 5
    self.init(number: days + min(max(day, -99_999), 99_999) - 719_469)
  }

  /// Creates the day of a point in time in a time zone.
  public init(_ date: Date, in zone: Zone = .utc) {
    let limit = 1e12
    let seconds = Int(min(max(date.timeIntervalSince1970, -limit), limit).rounded(.down))
    self.init(number: Self.floor(seconds + zone.offset(at: date), 86_400))
  }

  /// Parses a day like "2026-03-06"; `nil` if there is no such day.
  public init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2],
      text.utf8.allSatisfy({ "0123456789-".utf8.contains($0) })
    else { return nil }
    let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3 else { return nil }
    self.init(numbers[0], numbers[1], numbers[2])
    guard description == text else { return nil }
  }

  /// The present day in UTC.
  public static var today: Day { Day(.now) }

  /// The start of the day in UTC.
  var start: Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

  private static func floor(_ number: Int, _ divisor: Int) -> Int {
    (number < 0 ? number - divisor + 1 : number) / divisor
  }
}

extension Day: Strideable {
  public func distance(to other: Day) -> Int { other.number - number }
  public func advanced(by days: Int) -> Day {
    Day(number: number + min(max(days, -9_999_999), 9_999_999))
  }

  /// Returns the day a number of days later.
  public static func + (day: Day, days: Int) -> Day { day.advanced(by: days) }
  /// Returns the day a number of days earlier.
  public static func - (day: Day, days: Int) -> Day { day.advanced(by: -days) }
  /// Returns the number of days from one day to another.
  public static func - (last: Day, first: Day) -> Int { first.distance(to: last) }
  public static func < (left: Day, right: Day) -> Bool { left.number < right.number }
}

extension Day: CustomStringConvertible {
  /// The day like "2026-03-06".
  public var description: String { String(Moment(start).iso8601.prefix(10)) }
}

extension Day: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = Day(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a day")
    }
    self = day
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The present time, and the day that it is in the time zone of the records.
public struct Now: Hashable, Sendable {
  /// The point in time.
  public let date: Date
  /// The present day.
  public let today: Day

  /// Creates a time from a point in time and a time zone.
  public init(_ date: Date, in zone: Zone = .utc) {
    self.date = date
    today = Day(date, in: zone)
  }
}

extension FieldKind {
  /// True if a calendar can show a text. Another text is kept for its correction.
  fileprivate func accepts(_ text: String, in field: FieldContext) -> Bool {
    text.isEmpty || (try? parse(text, in: field)).map { self.text(of: $0) == text } == true
  }
}

/// A day of the calendar.
public struct DayKind: FieldKind, Hashable {
  /// Creates the kind.
  public init() {}

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Day {
    guard let day = Day(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw InvalidField(message: "Enter a day like 2026-03-06.")
    }
    return day
  }

  public func text(of value: Day) -> String { value.description }
  public func shown(_ value: Day, in field: FieldContext) -> String { Moment(value.start).day }
  public func sortKey(of value: Day, in field: FieldContext) -> SortKey {
    .whole(Day(1970, 1, 1).distance(to: value))
  }
  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    .text(text, type: accepts(text, in: field) ? .day : .text, isRequired: field.isRequired)
  }
  public var isSelfExplanatory: Bool { false }
  public var examples: [Day] { [Day(2024, 5, 4), Day(2026, 3, 6)] }
}

/// A point in time to the second, entered and displayed in a time zone.
public struct MomentKind: FieldKind, Hashable {
  /// The time zone of the form and of the pages.
  public let zone: Zone

  /// Creates a kind with the time zone of the form and of the pages.
  public init(in zone: Zone = .utc) {
    self.zone = zone
  }

  public func parse(_ text: String, in field: FieldContext) throws(InvalidField) -> Date {
    let parts = text.trimmingCharacters(in: .whitespacesAndNewlines)
      .split(separator: "T", omittingEmptySubsequences: false)
    guard parts.count == 2, let day = Day(String(parts[0])),
      let seconds = Self.seconds(of: parts[1])
    else {
      throw InvalidField(
        message: "Enter a day and a time like 2026-03-06T15:30.")
    }
    let local = day.start.addingTimeInterval(Double(seconds))
    // The offset at the local time can be that of another season.
    let near = local.addingTimeInterval(-Double(zone.offset(at: local)))
    return local.addingTimeInterval(-Double(zone.offset(at: near)))
  }

  /// Parses a time of day like "15:30" or "15:30:59".
  private static func seconds(of text: Substring) -> Int? {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts.allSatisfy({ $0.count == 2 }) else { return nil }
    let numbers = parts.compactMap { part in
      part.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
        ? Int(String(decoding: part, as: UTF8.self)) : nil
    }
    guard numbers.count == parts.count, numbers[0] < 24, numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
  }

  public func text(of value: Date) -> String {
    let local = value.addingTimeInterval(Double(zone.offset(at: value)))
    let text = Moment(local).iso8601.dropLast()
    return String(text.hasSuffix(":00") ? text.dropLast(3) : text)
  }

  public func shown(_ value: Date, in field: FieldContext) -> String {
    Moment(value, in: zone).minute
  }

  /// Milliseconds since 1970.
  public func column(of value: Date) -> Int { value.milliseconds }
  public func value(of column: Int) -> Date? { Date(milliseconds: column) }

  public func control(_ text: String, in field: FieldContext) -> FieldInput.Control {
    .text(text, type: accepts(text, in: field) ? .moment : .text, isRequired: field.isRequired)
  }

  public var hint: String? { "Time in \(zone.label)" }
  public var examples: [Date] {
    [Date(timeIntervalSince1970: 1_714_806_408), Date(timeIntervalSince1970: 1_772_809_800)]
  }
}
