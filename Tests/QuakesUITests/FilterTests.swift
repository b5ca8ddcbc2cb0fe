import Foundation
import QuakesData
import Testing

@testable import QuakesUI

/// Which time a filter asks for.
@Suite struct FilterTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)  // 4 May 2024, 07:06:48

  struct Row: Sendable, CustomTestStringConvertible {
    let day: String
    let from: String?
    let to: String?
    let first: String?
    /// The midnight that it ends with.
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

    var filter: QuakesLocation.Filter {
      var filter = QuakesLocation.Filter()
      filter.day =
        switch day {
        case "today": .today
        case "any": .any
        default: CalendarDay(day).map(QuakesLocation.Day.on) ?? .any
        }
      filter.from = from.flatMap(CalendarDay.init)
      filter.to = to.flatMap(CalendarDay.init)
      return filter
    }
  }

  @Test(arguments: [
    Row("today", is: "2024-05-04", "2024-05-05"),
    Row("any", is: nil, nil),
    Row("2024-02-29", is: "2024-02-29", "2024-03-01"),
    Row("today", "2024-04-01", "2024-04-30", is: "2024-04-01", "2024-05-01"),
    Row("any", "2024-04-01", "2024-04-01", is: "2024-04-01", "2024-04-02"),
    Row("2024-04-10", "2024-04-01", "2024-04-30", is: "2024-04-10", "2024-04-11"),
  ])
  func `days`(row: Row) throws {
    let time = row.filter.time(now: Self.now)
    #expect(time?.lowerBound == row.first.flatMap(CalendarDay.init)?.start)
    #expect(time?.upperBound == row.end.flatMap(CalendarDay.init)?.start)
  }

  @Test func `ranges can be open`() throws {
    let since = Row("today", "2024-04-01", is: nil, nil).filter.time(now: Self.now)
    #expect(since?.lowerBound == CalendarDay("2024-04-01")?.start)
    #expect(since?.upperBound == .distantFuture)
    let until = Row("any", nil, "2024-04-01", is: nil, nil).filter.time(now: Self.now)
    #expect(until?.lowerBound == .distantPast)
    #expect(until?.upperBound == CalendarDay("2024-04-02")?.start)
  }

  @Test func `days that exclude each other hold nothing`() throws {
    let row = Row("2024-06-01", "2024-04-01", "2024-04-30", is: nil, nil)
    let time = try #require(row.filter.time(now: Self.now))
    #expect(time == .distantPast ... .distantPast)
  }
}
