import Foundation
import ImmutableUI
import Look
import Testing

@testable import QuakesData
@testable import QuakesUI

/// The time range and the depths of a filter's query.
@Suite struct FilterTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48
  /// The resolution of the feed: a day ends so much before midnight.
  private static let millisecond = 0.001

  struct Row: Sendable, CustomTestStringConvertible {
    let day: String
    let from: String?
    let to: String?
    let first: String?
    /// The midnight at the end of the range.
    let end: String?

    init(
      _ day: String, _ from: String? = nil, _ to: String? = nil, is first: String?, _ end: String?
    ) {
      self.day = day
      self.from = from
      self.to = to
      self.first = first
      self.end = end
    }

    var testDescription: String { "\(day) \(from ?? "-") \(to ?? "-")" }

    func time(now: Date) -> ClosedRange<Date>? {
      var location = QuakesLocation()
      location.filter = filter
      return location.time(now: now)
    }

    private var filter: QuakesLocation.Filter {
      var filter = QuakesLocation.Filter()
      filter.day =
        QuakesLocation.Day(choice: day) ?? CalendarDay(day).map(QuakesLocation.Day.on) ?? .any
      filter.from = from.flatMap(TimeBound.init)
      filter.to = to.flatMap(TimeBound.init)
      return filter
    }
  }

  @Test(arguments: [
    Row("today", is: "2024-05-04", "2024-05-05"),
    Row("yesterday", is: "2024-05-03", "2024-05-04"),
    Row("any", is: nil, nil),
    Row("2024-02-29", is: "2024-02-29", "2024-03-01"),
    Row("day", "2024-04-01", "2024-04-30", is: "2024-04-01", "2024-05-01"),
    Row("any", "2024-04-01", "2024-04-01", is: "2024-04-01", "2024-04-02"),
    Row("2024-04-10", "2024-04-01", "2024-04-30", is: "2024-04-10", "2024-04-11"),
  ])
  func `A filter selects a range of days`(row: Row) throws {
    let time = row.time(now: Self.now)
    #expect(time?.lowerBound == row.first.flatMap(CalendarDay.init)?.start())
    #expect(
      time?.upperBound
        == row.end.flatMap(CalendarDay.init)?.start().addingTimeInterval(-Self.millisecond))
  }

  @Test func `Ranges can be open`() throws {
    let since = Row("day", "2024-04-01", is: nil, nil).time(now: Self.now)
    #expect(since?.lowerBound == CalendarDay("2024-04-01")?.start())
    #expect(since?.upperBound == .distantFuture)
    let until = Row("any", nil, "2024-04-01", is: nil, nil).time(now: Self.now)
    #expect(until?.lowerBound == .distantPast)
    #expect(
      until?.upperBound == CalendarDay("2024-04-02")?.start().addingTimeInterval(-Self.millisecond))
  }

  @Test(arguments: [
    ("hour", 3_600.0), ("day", 86_400), ("week", 604_800), ("month", 2_592_000),
  ])
  func `A period ends now, whatever the time zone`(past: String, seconds: Double) {
    let time = Row(past, is: nil, nil).time(now: Self.now)
    #expect(time?.lowerBound == Self.now.addingTimeInterval(-seconds))
    #expect(time?.upperBound == .distantFuture)
  }

  @Test(arguments: [
    ("2024-05-04T17:30", "UTC", "2024-05-04T17:30:00Z", "2024-05-04T17:30:00.000Z"),
    ("2024-05-04T17:30", "Asia/Tokyo", "2024-05-04T08:30:00Z", "2024-05-04T08:30:00.000Z"),
    ("2024-05-04", "Asia/Tokyo", "2024-05-03T15:00:00Z", "2024-05-04T14:59:59.999Z"),
    // The clocks go forward at 02:00, and backward at 03:00.
    ("2024-03-31T01:59", "Europe/Berlin", "2024-03-31T00:59:00Z", "2024-03-31T00:59:00.000Z"),
    ("2024-03-31T03:00", "Europe/Berlin", "2024-03-31T01:00:00Z", "2024-03-31T01:00:00.000Z"),
    ("2024-10-27T04:00", "Europe/Berlin", "2024-10-27T03:00:00Z", "2024-10-27T03:00:00.000Z"),
  ])
  func `The ends of a range are days or minutes`(
    text: String, zone: String, start: String, end: String
  ) throws {
    let bound = try #require(TimeBound(text))
    let zone = try #require(Zone(zone))
    #expect(Moment(bound.start(in: zone)).iso8601 == start)
    #expect(Moment(bound.end(in: zone)).iso8601WithMilliseconds == end)
    #expect(bound.text == text)
    if !bound.isDay { #expect(TimeBound(bound.start(in: zone), in: zone) == bound) }
  }

  @Test(
    arguments: [
      ("past=hour", "from=2024-05-04T05:06&to=2024-05-04T06:06", nil),
      ("past=week&min=4", "from=2024-04-20T07:06&to=2024-04-27T07:06&min=4", nil),
      ("date=today", "date=2024-05-03", nil),
      ("date=yesterday", "date=2024-05-02", "date=2024-05-04"),
      ("date=2024-05-01", "date=2024-04-30", "date=2024-05-02"),
      (
        "from=2024-05-01&to=2024-05-02", "from=2024-04-29&to=2024-04-30",
        "from=2024-05-03&to=2024-05-04"
      ),
      (
        "from=2024-05-04T05:00&to=2024-05-04T06:00", "from=2024-05-04T04:00&to=2024-05-04T05:00",
        "from=2024-05-04T06:00&to=2024-05-04T07:00"
      ),
      ("date=any", nil, nil), ("to=2024-05-01", nil, nil),
    ] as [(String, String?, String?)])
  func `The time moves by its own length`(query: String, earlier: String?, later: String?) throws {
    let shift = try QuakesLocation(query: query).shifted(now: Self.now)
    #expect(try shift.earlier == earlier.map(QuakesLocation.init(query:)))
    #expect(try shift.later == later.map(QuakesLocation.init(query:)))
  }

  @Test(arguments: [
    (0.0, "2024-05-04"), (-1, "2024-05-03"), (86_399_999, "2024-05-04"), (86_400_000, "2024-05-05"),
    // A fraction of a millisecond before midnight is before it.
    (-0.11, "2024-05-03"),
  ])
  func `An event is on one day only`(milliseconds: Double, day: String) throws {
    let midnight = try #require(CalendarDay("2024-05-04")).start().timeIntervalSince1970 * 1_000
    let time = try #require(Date(feedTime: midnight + milliseconds))
    let state = QuakesState(loaded: [.example(at: time)])
    let days = try ["2024-05-03", "2024-05-04", "2024-05-05"].filter { day in
      let location = try QuakesLocation(query: "date=\(day)")
      return QuakesState.selectMatches(of: location.query(now: Self.now))(state).count == 1
    }
    #expect(days == [day])
  }

  @Test func `Disjoint days match nothing`() throws {
    let row = Row("2024-06-01", "2024-04-01", "2024-04-30", is: nil, nil)
    let time = try #require(row.time(now: Self.now))
    #expect(time == .distantPast ... .distantPast)
  }

  @Test(arguments: [
    ("UTC", "2024-05-04T00:00:00Z", "2024-05-05T00:00:00Z"),
    ("Asia/Tokyo", "2024-05-03T15:00:00Z", "2024-05-04T15:00:00Z"),
    // In this zone it is still 3 May.
    ("Pacific/Honolulu", "2024-05-03T10:00:00Z", "2024-05-04T10:00:00Z"),
    ("Pacific/Kiritimati", "2024-05-03T10:00:00Z", "2024-05-04T10:00:00Z"),
  ])
  func `Today depends on the time zone`(zone: String, first: String, end: String) throws {
    var location = QuakesLocation()
    location.filter.day = .today
    location.measures.zone = try #require(Zone(zone))
    let time = try #require(location.time(now: Self.now))
    #expect(Moment(time.lowerBound).iso8601 == first)
    #expect(Moment(time.upperBound.addingTimeInterval(Self.millisecond)).iso8601 == end)
  }

  @Test(arguments: [
    (LengthUnit.kilometres, 10.0, 70.5, 10.0, 70.5), (.miles, 10, 100, 16.09344, 160.9344),
    (.miles, 6.2137, -62.1371, 9.9999808128, -99.9999690624),
    (.miles, 9, 0.1, 14.484096, 0.1609344),
  ])
  func `Depths are queried in kilometres`(
    unit: LengthUnit, min: Double, max: Double, least: Double, most: Double
  ) {
    var location = QuakesLocation()
    location.filter.depth = .init(min: min, max: max)
    location.measures.unit = unit
    #expect(location.query(now: Self.now).depth == .init(min: least, max: most))
  }

  /// Events are recorded at such depths. Those on a bound must stay within it.
  @Test func `Changing the unit preserves the depths`() throws {
    for metres in stride(from: -99_999, through: 1_000_000, by: 997) {
      let depth = Double(metres) / 1_000
      var location = QuakesLocation()
      location.filter.depth = .init(min: depth, max: depth)
      let miles = location.measured(in: .miles)
      #expect(miles.measures.unit == .miles)
      let query = miles.query(now: Self.now).depth
      #expect(((depth - 2e-6)...depth).contains(try #require(query.min)))
      #expect((depth...(depth + 2e-6)).contains(try #require(query.max)))
      #expect(miles.measured(in: .kilometres).filter.depth == location.filter.depth)
    }
  }
}
