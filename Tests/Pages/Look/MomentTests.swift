import Foundation
import Look
import Testing

/// Formatted times, and time zones.
@Suite struct MomentTests {
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
  func `A moment is formatted in UTC`(
    seconds: Double, iso8601: String, expected: String
  ) {
    let moment = Moment(Date(timeIntervalSince1970: seconds))
    #expect(moment.iso8601 == iso8601)
    #expect(moment.second == expected)
  }

  /// A `Date` is a binary fraction, which may be just below the millisecond that
  /// it was created from.
  @Test(arguments: [1_529_819_990, 0, 1_714_806_408, -1, -62_135_596_800, 253_402_300_799])
  func `Milliseconds are exact`(second: Int) {
    let start = Moment(Date(timeIntervalSince1970: Double(second))).iso8601.dropLast()
    for millisecond in 0...999 {
      let digits = String(String(1_000 + millisecond).dropFirst())
      let date = Date(timeIntervalSince1970: Double(second * 1_000 + millisecond) / 1_000)
      #expect(Moment(date).iso8601WithMilliseconds == "\(start).\(digits)Z")
      #expect(Moment(date).iso8601 == "\(start)Z")
    }
  }

  @Test func `A moment just below a second is that second`() {
    let moment = Moment(Date(timeIntervalSince1970: 1_529_819_989.9999999))
    #expect(moment.iso8601WithMilliseconds == "2018-06-24T05:59:50.000Z")
    #expect(moment.iso8601 == "2018-06-24T05:59:50Z")
  }

  @Test(arguments: [
    (-3_600, "in the future"), (-60, "just now"), (0, "just now"), (59, "just now"),
    (60, "1 min ago"), (3_599, "59 min ago"), (3_600, "1 hr ago"), (86_399, "23 hr ago"),
    (86_400, "1 day ago"), (2 * 86_400, "2 days ago"), (59 * 86_400, "59 days ago"),
    (60 * 86_400, "2 months ago"), (729 * 86_400, "24 months ago"), (730 * 86_400, "2 years ago"),
    (10_000_000_000, "317 years ago"), (60_000_000_000, "1,902 years ago"),
  ])
  func `Elapsed time is formatted`(seconds: Int, expected: String) {
    let then = Date(timeInterval: -Double(seconds), since: now)
    #expect(Moment(then).ago(from: now) == expected)
  }

  @Test(arguments: [
    (0, "4 May, 07:06"), (179 * 86_400, "7 Nov, 07:06"), (180 * 86_400, "6 Nov 2023"),
    (-86_400, "5 May, 07:06"),
  ])
  func `The short format depends on the age`(seconds: Int, expected: String) {
    let then = Date(timeInterval: -Double(seconds), since: now)
    #expect(Moment(then).short(from: now) == expected)
  }

  @Test(arguments: [
    ("Asia/Tokyo", "4 May 2024, 16:06:48 UTC+9", "Tokyo"),
    ("America/Los_Angeles", "4 May 2024, 00:06:48 UTC−7", "Los Angeles"),
    ("Pacific/Honolulu", "3 May 2024, 21:06:48 UTC−10", "Honolulu"),
    ("Asia/Kathmandu", "4 May 2024, 12:51:48 UTC+5:45", "Kathmandu"),
    ("America/St_Johns", "4 May 2024, 04:36:48 UTC−2:30", "St Johns"),
    ("America/Argentina/Ushuaia", "4 May 2024, 04:06:48 UTC−3", "Ushuaia"),
    ("Africa/Abidjan", "4 May 2024, 07:06:48 UTC", "Abidjan"),
    ("UTC", "4 May 2024, 07:06:48 UTC", "UTC"),
  ])
  func `A moment is formatted in a time zone`(
    name: String, expected: String, label: String
  ) throws {
    let zone = try #require(Zone(name))
    let moment = Moment(now, in: zone)
    #expect(moment.second == expected)
    #expect(moment.iso8601 == "2024-05-04T07:06:48Z")
    #expect(zone.label == label)
    #expect(zone.name == name)
  }

  @Test(arguments: [
    "", "Tokyo", "asia/tokyo", "Asia/Tokyo ", "UTC+9", "GMT+9", "../etc/passwd", "EST5EDT",
    "Etc/GMT+9", "a//b", "/",
    "\u{202E}UTC", "Mars/Olympus",
  ])
  func `An unknown time zone is rejected`(name: String) {
    #expect(Zone(name) == nil)
  }

  @Test(
    arguments: [
      (-5.0, "less than a minute"), (30, "less than a minute"), (60, "1 minute"),
      (3_599, "59 minutes"), (3_600, "1 hour"), (47 * 3_600, "47 hours"), (48 * 3_600, "2 days"),
    ] as [(Double, String)])
  func `An age is formatted in its largest unit`(seconds: Double, expected: String) {
    #expect(Moment(now.addingTimeInterval(-seconds)).age(at: now) == expected)
  }
}
