import Foundation
import QuakesData
import Testing

@testable import QuakesUI

@Suite struct WordsTests {
  private let now = Date(timeIntervalSince1970: 1_714_806_408)

  @Test(arguments: [
    (1_714_806_408.0, "2024-05-04T07:06:48Z", "4 May 2024, 07:06:48 UTC"),
    (1_714_806_408.999, "2024-05-04T07:06:48Z", "4 May 2024, 07:06:48 UTC"),
    (0, "1970-01-01T00:00:00Z", "1 Jan 1970, 00:00:00 UTC"),
    (-0.5, "1969-12-31T23:59:59Z", "31 Dec 1969, 23:59:59 UTC"),
    (-2_208_988_800, "1900-01-01T00:00:00Z", "1 Jan 1900, 00:00:00 UTC"),
    (4_102_444_800, "2100-01-01T00:00:00Z", "1 Jan 2100, 00:00:00 UTC"),
    (1_709_164_800, "2024-02-29T00:00:00Z", "29 Feb 2024, 00:00:00 UTC"),
  ])
  func `moments are told in coordinated universal time`(
    seconds: Double, iso8601: String, words: String
  ) {
    let moment = Moment(Date(timeIntervalSince1970: seconds))
    #expect(moment.iso8601 == iso8601)
    #expect(moment.second == words)
  }

  @Test(arguments: [
    (-3_600, "in the future"), (-60, "just now"), (0, "just now"), (59, "just now"),
    (60, "1 min ago"), (3_599, "59 min ago"), (3_600, "1 hr ago"), (86_399, "23 hr ago"),
    (86_400, "1 day ago"), (2 * 86_400, "2 days ago"), (7 * 86_400, "27 Apr, 07:06"),
    (180 * 86_400, "6 Nov 2023"), (10_000_000_000, "15 Jun 1707"),
  ])
  func `time that has passed`(seconds: Int, words: String) {
    let then = Date(timeInterval: -Double(seconds), since: now)
    #expect(Moment(then).ago(from: now) == words)
  }

  @Test(arguments: [
    ("2024-05-04", true), ("2024-02-29", true), ("2023-02-29", false), ("2024-13-01", false),
    ("2024-00-01", false), ("2024-01-00", false), ("0001-01-01", true), ("9999-12-31", true),
    ("0000-01-01", false), ("2024-1-1", false), ("2024-01-01 ", false), ("24-01-01", false),
    ("２０２４-01-01", false), ("2024/01/01", false), ("", false), ("any", false),
    ("-024-01-01", false),
  ])
  func `days are read strictly`(text: String, isDay: Bool) {
    #expect(CalendarDay(text)?.text == (isDay ? text : nil))
  }

  @Test(arguments: [
    (4.5, "4.5"), (4.45, "4.5"), (4.44, "4.4"), (2.45, "2.5"), (0, "0.0"), (-0.04, "0.0"),
    (-0.05, "-0.1"), (-1.64, "-1.6"), (10, "10.0"), (7, "7.0"), (1.96000004, "2.0"),
  ])
  func `magnitudes are shown with one decimal, half away from zero`(
    magnitude: Double, shown: String
  ) {
    #expect(quake(magnitude: magnitude).badge == shown)
  }

  @Test func `a magnitude that is not known is a question mark`() {
    #expect(quake(magnitude: 0, isMagnitudeKnown: false).badge == "?")
  }

  @Test(arguments: [
    (-1.0, "mag-x", "d0"), (0, "mag-0", "d0"), (0.94, "mag-0", "d0"), (0.95, "mag-1", "d1"),
    (1, "mag-1", "d1"), (2, "mag-2", "d2"), (3, "mag-3", "d3"), (4.9, "mag-3", "d4"),
    (5, "mag-5", "d5"), (6.9, "mag-5", "d6"), (7, "mag-7", "d7"), (9.5, "mag-7", "d7"),
  ])
  func `colours and sizes go by the magnitude that is shown`(
    magnitude: Double, colour: String, size: String
  ) {
    let quake = quake(magnitude: magnitude)
    #expect(quake.colour == colour)
    #expect(MagnitudeClass(quake).size == size)
  }

  @Test(
    arguments: [
      (nil, nil, "Unknown"), (10.0, "10 km deep", "10 km, 6.2 mi"),
      (0.0, "0 km deep", "0 km, 0 mi"), (-2.79, "3 km above sea level", "−2.8 km, −1.7 mi"),
      (-0.2, "0 km deep", "−0.2 km, −0.1 mi"), (663.019, "663 km deep", "663 km, 412 mi"),
    ] as [(Double?, String?, String)])
  func `depths`(depth: Double?, short: String?, exact: String) {
    let quake = quake(magnitude: 1, depth: depth)
    #expect(quake.shownDepth == short)
    #expect(quake.exactDepth == exact)
  }

  @Test(arguments: [
    (-14.65, 167.16, "14.65°\u{A0}S, 167.16°\u{A0}E"),
    (0, 0, "0.00°\u{A0}N, 0.00°\u{A0}E"),
    (86.6868, -179.9944, "86.69°\u{A0}N, 179.99°\u{A0}W"),
    (-0.001, 5.005, "0.00°\u{A0}S, 5.01°\u{A0}E"),
  ])
  func `positions`(latitude: Double, longitude: Double, words: String) {
    let quake = Quake(
      quakeId: "a", magnitude: 1, time: now, updated: now, name: "x", longitude: longitude,
      latitude: latitude)
    #expect(quake.position == words)
  }

  @Test(arguments: [
    (QuakesState.Refresh.Counts(), "nothing new"),
    (.init(new: 1_234), "1,234 new"),
    (
      .init(new: 61, changed: 12, renamed: 2, withdrawn: 1, skipped: 3, unchanged: 2_512),
      "61 new, 12 changed, 2 renamed, 1 withdrawn, 3 skipped, 2,512 unchanged"
    ),
  ])
  func `what came of a refresh`(counts: QuakesState.Refresh.Counts, words: String) {
    #expect(counts.words == words)
  }

  private func quake(
    magnitude: Double, isMagnitudeKnown: Bool = true, depth: Double? = nil
  ) -> Quake {
    Quake(
      quakeId: "a", magnitude: magnitude, time: now, updated: now, name: "x", longitude: 0,
      latitude: 0, isMagnitudeKnown: isMagnitudeKnown, depth: depth)
  }
}
