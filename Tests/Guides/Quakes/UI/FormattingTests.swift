import Foundation
import ImmutableUI
import Look
import Testing

@testable import QuakesData
@testable import QuakesUI

@Suite struct FormattingTests {
  @Test func `All time zones in the menu exist`() {
    #expect(Zone.offered.count == 28)
    #expect(Set(Zone.offered.map(\.label)).count == 28)
  }

  @Test(arguments: [
    // Daylight saving time begins and ends.
    ("Europe/Berlin", "2024-03-31", "2024-03-30T23:00:00Z", 23.0),
    ("Europe/Berlin", "2024-10-27", "2024-10-26T22:00:00Z", 25),
    // It begins at midnight: the day starts at one o'clock.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z", 23),
    // It ends at midnight: the hour before occurs twice.
    ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00:00Z", 25),
    ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00:00Z", 24),
    // It ends at one o'clock: the first hour occurs twice.
    ("America/Havana", "2024-11-03", "2024-11-03T04:00:00Z", 25),
    // Samoa crossed the date line: 30 December did not exist.
    ("Pacific/Apia", "2011-12-29", "2011-12-29T10:00:00Z", 24),
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00:00Z", 0),
    ("Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00Z", 24),
    ("UTC", "2024-05-04", "2024-05-04T00:00:00Z", 24),
  ])
  func `Days start at midnight in the time zone`(
    name: String, text: String, start: String, hours: Double
  ) throws {
    let zone = try #require(Zone(name))
    let interval = try #require(CalendarDay(text)).interval(in: zone)
    #expect(Moment(interval.lowerBound).iso8601 == start)
    let length = interval.upperBound.timeIntervalSince(interval.lowerBound)
    #expect(length.rounded() == hours * 3_600)
    // It ends a millisecond before the next one starts.
    #expect((length < hours * 3_600) == (hours > 0))
    if hours > 0 { #expect(CalendarDay(interval.lowerBound, in: zone).text == text) }
  }

  @Test(arguments: [
    ("83 km SE of Pangai, Tonga", "52 mi SE of Pangai, Tonga"),
    ("3km ENE of Rancho San Diego, CA", "2 mi ENE of Rancho San Diego, CA"),
    ("0 km N of Anza, CA", "0 mi N of Anza, CA"), ("1609 km W of X", "1,000 mi W of X"),
    ("south of the Fiji Islands", "south of the Fiji Islands"),
    ("", "Unnamed place"), ("km 4", "km 4"), ("5 kmh", "5 kmh"),
    ("123456 km W of X", "123456 km W of X"), ("12 km ", "7 mi "),
  ])
  func `Distances in place names are converted to miles`(name: String, shown: String) {
    let quake = Quake.example(name: name)
    #expect(quake.shownName(in: .miles) == shown)
    #expect(quake.shownName(in: .kilometres) == (name.isEmpty ? shown : name))
  }

  @Test(arguments: [
    ("83 km SE of Pangai, Tonga", "Pangai, Tonga"), ("3km ENE of Anza, CA", "Anza, CA"),
    ("5 km N of Isle of Man", "Isle of Man"), ("", "an unnamed place"),
    ("south of the Fiji Islands", "south of the Fiji Islands"),
    ("12 km east of X", "12 km east of X"), ("12 km NNEE of X", "12 km NNEE of X"),
    ("12 km  of X", "12 km  of X"), ("12 km N", "12 km N"),
    ("123456 km N of X", "123456 km N of X"),
  ])
  func `The region of a place has no distance`(name: String, region: String) {
    #expect(Quake.example(name: name).region == region)
  }

  @Test(arguments: [
    ("2024-05-04", true), ("2024-02-29", true), ("2023-02-29", false), ("2024-13-01", false),
    ("2024-00-01", false), ("2024-01-00", false), ("0001-01-01", true), ("9999-12-31", true),
    ("0000-01-01", false), ("2024-1-1", false), ("2024-01-01 ", false), ("24-01-01", false),
    ("２０２４-01-01", false), ("2024/01/01", false), ("", false), ("any", false),
    ("-024-01-01", false),
  ])
  func `Days are parsed strictly`(text: String, isDay: Bool) {
    #expect(CalendarDay(text)?.text == (isDay ? text : nil))
  }

  @Test(arguments: [
    (4.5, "4.5"), (4.45, "4.5"), (4.44, "4.4"), (2.45, "2.5"), (0, "0.0"), (-0.04, "0.0"),
    (-0.05, "−0.1"), (-1.64, "−1.6"), (10, "10.0"), (7, "7.0"), (1.96000004, "2.0"),
  ])
  func `Magnitudes are rounded half away from zero`(
    magnitude: Double, shown: String
  ) {
    #expect(Quake.example("a", magnitude).badge == shown)
  }

  @Test func `An unknown magnitude is a question mark`() {
    #expect(Quake.example("a", 0, isMagnitudeKnown: false).badge == "?")
  }

  @Test(arguments: [
    (-1.0, "mag-x", "d0"), (0, "mag-0", "d0"), (0.94, "mag-0", "d0"), (0.95, "mag-1", "d1"),
    (1, "mag-1", "d1"), (2, "mag-2", "d2"), (3, "mag-3", "d3"), (4.9, "mag-3", "d4"),
    (5, "mag-5", "d5"), (6.9, "mag-5", "d6"), (7, "mag-7", "d7"), (9.5, "mag-7", "d7"),
  ])
  func `Colours and sizes follow the displayed magnitude`(
    magnitude: Double, colour: String, size: String
  ) {
    let quake = Quake.example("a", magnitude)
    #expect(quake.colour == colour)
    #expect(MagnitudeClass(quake).size == size)
  }

  @Test(
    arguments: [
      (nil, .kilometres, nil, "Unknown"), (10.0, .kilometres, "10 km deep", "10 km, 6.2 mi"),
      (0.0, .kilometres, "0 km deep", "0 km, 0 mi"),
      (-2.79, .kilometres, "3 km above sea level", "−2.8 km, −1.7 mi"),
      (-0.2, .kilometres, "0 km deep", "−0.2 km, −0.1 mi"),
      (663.019, .kilometres, "663 km deep", "663 km, 412 mi"),
      (nil, .miles, nil, "Unknown"), (10.0, .miles, "6 mi deep", "6.2 mi, 10 km"),
      (-2.79, .miles, "2 mi above sea level", "−1.7 mi, −2.8 km"),
    ] as [(Double?, LengthUnit, String?, String)])
  func `Depths are formatted`(depth: Double?, unit: LengthUnit, short: String?, exact: String) {
    let quake = Quake.example(depth: depth)
    #expect(quake.shownDepth(in: unit) == short)
    #expect(quake.exactDepth(in: unit) == exact)
  }

  @Test(arguments: [
    (-14.65, 167.16, "14.65°\u{A0}S, 167.16°\u{A0}E"),
    (0, 0, "0.00°\u{A0}N, 0.00°\u{A0}E"),
    (86.6868, -179.9944, "86.69°\u{A0}N, 179.99°\u{A0}W"),
    (-0.001, 5.005, "0.00°\u{A0}S, 5.01°\u{A0}E"),
  ])
  func `Positions are formatted`(latitude: Double, longitude: Double, text: String) {
    #expect(Quake.example(longitude: longitude, latitude: latitude).position == text)
  }

  @Test(arguments: [
    (QuakesState.Refresh.Counts(), "nothing new"),
    (.init(new: 1_234), "1,234 new"),
    (
      .init(new: 61, changed: 12, renamed: 2, withdrawn: 1, skipped: 3, unchanged: 2_512),
      "61 new, 12 changed, 2 renamed, 1 withdrawn, 3 skipped, 2,512 unchanged"
    ),
  ])
  func `The outcome of a refresh is summarised`(
    counts: QuakesState.Refresh.Counts, text: String
  ) {
    #expect(counts.summary == text)
  }
}
