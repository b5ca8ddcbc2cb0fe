import Foundation
import ImmutableData
import QuakesData
import TestSupport
import Testing

@testable import WebSite

/// Posts of quakes, from the socket to the feed and the disk and back to a
/// page.
@Suite struct QuakesPostTests {
  private let refresh = "/quakes/quakeList/onTapRefreshQuakesButton?date=any"
  private let delete = "/quakes/quakeList/onTapDeleteSelectedQuakeButton?date=any"
  private let restore = "/quakes/quakeList/onTapRestoreQuakesButton?date=any"
  private let deleteAll = "/quakes/quakeList/onTapDeleteAllQuakesButton?date=any"
  private let events: [QuakesFeeds.Event] = [
    .init(id: "us1", magnitude: 6.1, place: "Tonga", otherIds: ["at1"]),
    .init(id: "us2", magnitude: nil, hoursAgo: 3),
    .init(id: "us3", magnitude: -0.5, hoursAgo: 30),
    .init(id: "ci4", hoursAgo: 5, type: "quarry blast"),
  ]

  /// The time of the feed, which a script writes in the zone of the visitor.
  private let feedTime = #"<time datetime="2024-05-04T07:06:48Z">4 May 2024, 07:06</time>"#

  /// Runs a test on a site that has fetched the events.
  private func withEvents(_ body: (ListeningSite, FakeService) async throws -> Void) async throws {
    try await withQuakes(events) { site, feeds in
      _ = try await site.post(refresh, ["range": "allWeek"])
      try await body(site, feeds)
    }
  }

  @Test func `Nothing is fetched without a refresh`() async throws {
    try await withQuakes(events) { site, feeds in
      let page = try await site.get("/quakes")
      #expect(page.status == 200)
      #expect(page.text.contains("No earthquakes yet"))
      #expect(feeds.requests.count == 0)
    }
  }

  @Test func `A refresh redirects to the page and reports the changes`() async throws {
    try await withQuakes(events) { site, _ in
      let response = try await site.post(refresh, ["range": "allWeek"])
      #expect(response.status == 303)
      #expect(response["location"] == "/quakes?date=any&notice=refreshed")
      let page = try await site.get("/quakes?date=any&notice=refreshed")
      #expect(page.text.contains("Refreshed: 4 new."))
      #expect(page.text.contains("USGS feed, updated \(feedTime)"))
      #expect(page.text.contains(#"<span class="long">3 earthquakes</span>"#))
    }
  }

  @Test func `Within a minute a feed is fetched once`() async throws {
    try await withQuakes(events) { site, feeds in
      for _ in 0..<3 { _ = try await site.post(refresh, ["range": "allWeek"]) }
      #expect(feeds.requests.count == 1)
      _ = try await site.post(refresh, ["range": "allDay"])
      #expect(feeds.requests.count == 2)
    }
  }

  @Test func `Simultaneous refreshes make one fetch`() async throws {
    try await withQuakes(events) { site, feeds in
      _ = try await site.get("/quakes")
      let refresh = refresh
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 {
          group.addTask { try await site.post(refresh, ["range": "allDay"]).status }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [Int](repeating: 303, count: 8))
      #expect(feeds.requests.count == 1)
    }
  }

  @Test func `An outage keeps the content and shows the error`() async throws {
    try await withEvents { site, feeds in
      feeds.fail(500)
      let response = try await site.post(refresh, ["range": "allDay"])
      #expect(response.status == 303)
      #expect(response["location"] == "/quakes?date=any")
      let page = try await site.get("/quakes?date=any")
      #expect(page.status == 200)
      #expect(
        page.text.contains(
          "The earthquakes could not be updated. Shown is the state of \(feedTime)."))
      #expect(page.text.contains(#"<span class="long">3 earthquakes</span>"#))
      feeds.serve(events)
      let again = try await site.post(refresh, ["range": "allDay"])
      #expect(again["location"] == "/quakes?date=any&notice=refreshed")
    }
  }

  @Test func `A deleted quake stays deleted under each of its ids`() async throws {
    try await withEvents { site, feeds in
      let response = try await site.post(delete + "&quake=us1", ["quakeId": "us1"])
      #expect(response.status == 303)
      #expect(response["location"] == "/quakes?date=any&notice=deleted&undo=us1")
      var renamed = events
      renamed[0] = .init(id: "at1", updatedHoursAgo: 0, otherIds: ["us1", "new1"])
      feeds.serve(renamed)
      _ = try await site.post(refresh, ["range": "allDay"])
      for id in ["us1", "at1"] {
        let page = try await site.get("/quakes?quake=\(id)")
        #expect(page.status == 404)
        #expect(page.text.contains("This event was deleted"))
      }
      #expect(
        try await site.get("/quakes?date=any").text.contains(
          #"<span class="long">2 earthquakes</span>"#))
    }
  }

  @Test func `A deletion that is posted twice succeeds`() async throws {
    try await withEvents { site, _ in
      let responses = [
        try await site.post(delete, ["quakeId": "us2"]),
        try await site.post(delete, ["quakeId": "us2"]),
      ]
      #expect(responses.map(\.status) == [303, 303])
      #expect(try await site.post(delete, ["quakeId": "nobody"]).status == 404)
    }
  }

  @Test func `A renamed event is found by its old id`() async throws {
    try await withEvents { site, feeds in
      feeds.serve([.init(id: "pr9", hoursAgo: 3, updatedHoursAgo: 0, otherIds: ["us2"])])
      _ = try await site.post(refresh, ["range": "allHour"])
      let page = try await site.get("/quakes?date=any&min=4&quake=us2")
      #expect(page.status == 303)
      #expect(page["location"] == "/quakes?date=any&min=4&quake=pr9")
    }
  }

  @Test func `Deleting all quakes is confirmed first`() async throws {
    try await withEvents { site, _ in
      let question = try await site.get("/quakes?date=any&dialog=deleteAll")
      #expect(question.text.contains("Delete all 4 events?"))
      let response = try await site.post(deleteAll, [:])
      let location = try #require(response["location"])
      #expect(location == "/quakes?date=any&notice=deletedAll&undo=1714806408000")
      #expect(try await site.get("/quakes").text.contains("No earthquakes yet"))
      _ = try await site.post(refresh, ["range": "allWeek"])
      #expect(
        try await site.get("/quakes?date=any").text.contains(
          #"<span class="long">3 earthquakes</span>"#))
    }
  }

  @Test func `A deletion is undone with the button of its notice`() async throws {
    try await withEvents { site, _ in
      let before = try await site.get("/quakes?date=any&quake=us1")
      let deleted = try await site.post(delete + "&quake=us1", ["quakeId": "us1"])
      let notice = try await site.get(try #require(deleted["location"]))
      #expect(notice.text.contains(#"<input type="hidden" name="quakeId" value="us1">"#))
      for _ in 1...2 {
        let undone = try await site.post(restore, ["quakeId": "us1"])
        #expect(undone.status == 303, "the second is a double click")
        #expect(undone["location"] == "/quakes?date=any&quake=us1&notice=restored")
      }
      #expect(try await site.get("/quakes?date=any&quake=us1")["etag"] == before["etag"])
      let outdated = try await site.get(try #require(deleted["location"]))
      #expect(!outdated.text.contains("Undo"))
    }
  }

  @Test func `A deletion of all quakes is undone as one`() async throws {
    try await withEvents { site, _ in
      _ = try await site.post(delete, ["quakeId": "us1"])
      for _ in 1...2 {
        let deleted = try await site.post(deleteAll, [:])
        #expect(deleted["location"] == "/quakes?date=any&notice=deletedAll&undo=1714806408000")
        let notice = try await site.get(try #require(deleted["location"]))
        #expect(
          notice.text.contains(#"<input type="hidden" name="deletion" value="1714806408000">"#))
      }
      let page = try await site.get("/quakes?date=any&show=deleted")
      #expect(page.text.contains("Restore all 4"))
      let undone = try await site.post(restore, ["deletion": "1714806408000"])
      #expect(undone["location"] == "/quakes?date=any&notice=restored")
      let again = try await site.post(restore, ["deletion": "1714806408000"])
      #expect(again["location"] == "/quakes?date=any&notice=nothingRestored")
      let nothing = try await site.get(try #require(again["location"]))
      #expect(nothing.text.contains("There was nothing to restore"))
      #expect(
        try await site.get("/quakes?date=any&type=any").text.contains(
          #"<span class="long">4 events</span>"#))
    }
  }

  @Test func `The page of deleted events restores one or all`() async throws {
    try await withEvents { site, _ in
      for id in ["us1", "us2", "us3"] { _ = try await site.post(delete, ["quakeId": id]) }
      let missing = try await site.get("/quakes?quake=us1")
      #expect(missing.status == 404)
      #expect(missing.text.contains(#"href="/quakes?show=deleted">Deleted events<"#))
      let one = try await site.post(restore + "&show=deleted", ["quakeId": "us1"])
      #expect(one["location"] == "/quakes?date=any&show=deleted&notice=restored")
      let page = try await site.get("/quakes?date=any&show=deleted&notice=restored")
      #expect(page.status == 200)
      #expect(page.text.contains("Restore all 2"))
      #expect(!page.text.contains("Tonga"))
      _ = try await site.post(restore + "&show=deleted", ["deletion": "all"])
      #expect(try await site.get("/quakes?show=deleted").text.contains("No deleted events"))
      #expect(try await site.post(restore, ["quakeId": "nobody"]).status == 404)
    }
  }

  @Test func `The navigation keeps the units and the time zone`() async throws {
    try await withQuakes(events) { site, _ in
      let page = try await site.get("/quakes?date=any&min=4&units=mi&tz=Asia%2FTokyo")
      #expect(
        page.text.contains(
          #"<li class="quakes"><a href="/quakes?units=mi&amp;tz=Asia%2FTokyo" aria-current="page">"#
        ))
      #expect(try await site.get("/quakes?min=4").text.contains(#"<a href="/quakes" aria-current"#))
    }
  }

  @Test(arguments: [
    ("/quakes/quakeList/onTapRestoreQuakesButton", "", 400),
    ("/quakes/quakeList/onTapRestoreQuakesButton", "quakeId=a&deletion=all", 400),
    ("/quakes/quakeList/onTapRestoreQuakesButton", "deletion=yesterday", 400),
    ("/quakes/quakeList/onTapRefreshQuakesButton", "range=allYear", 400),
    ("/quakes/quakeList/onTapRefreshQuakesButton", "", 400),
    ("/quakes/quakeList/onTapRefreshQuakesButton?min=abc", "range=allDay", 400),
    ("/quakes/quakeList/onTapDeleteSelectedQuakeButton", "", 400),
    ("/quakes/quakeList/onTapDeleteSelectedQuakeButton", "quakeId=a&quakeId=b", 400),
    ("/quakes/quakeList/onTapNothing", "", 404),
  ])
  func `Malformed forms are rejected`(target: String, body: String, status: Int) async throws {
    try await withQuakes(events) { site, feeds in
      let response = try await site.send(
        "POST", target, fields: ["Content-Type: application/x-www-form-urlencoded"], body: body)
      #expect(response.status == status)
      #expect(feeds.requests.count == 0)
    }
  }

  @Test func `A form's empty fields are left out of the address`() async throws {
    try await withQuakes(events) { site, _ in
      let response = try await site.get("/quakes?q=&date=any&min=4&max=&from=&to=&type=")
      #expect(response.status == 303)
      #expect(response["location"] == "/quakes?date=any&min=4")
    }
  }

  @Test func `A malformed query keeps the form`() async throws {
    try await withQuakes(events) { site, _ in
      let response = try await site.get("/quakes?q=tonga&min=much&page=0")
      #expect(response.status == 400)
      #expect(response.text.contains(#"value="tonga""#))
      #expect(response.text.contains(#"value="much""#))
      #expect(response.text.contains("“Magnitude from” is “much”. Enter a number from −10 to 12."))
      #expect(response.text.contains("“page” is “0”."))
      let export = try await site.get("/quakes.csv?min=much")
      #expect(export.status == 400)
    }
  }

  @Test(arguments: [
    ("geojson", "application/geo+json"), ("csv", "text/csv; charset=utf-8"),
    ("atom", "application/atom+xml; charset=utf-8"),
  ])
  func `An export has the filtered quakes`(format: String, contentType: String) async throws {
    try await withEvents { site, _ in
      let response = try await site.get("/quakes.\(format)?date=any&min=0&sort=magnitude")
      #expect(response.status == 200)
      #expect(response["content-type"] == contentType)
      #expect(response["content-disposition"] == "attachment; filename=\"quakes.\(format)\"")
      #expect(response.text.contains("us1"))
      #expect(!response.text.contains("us3"))
    }
  }

  @Test(arguments: [(0, 4), (32, 0)])
  func `Exports beyond a limit are rejected with Retry-After`(total: Int, perClient: Int)
    async throws
  {
    let settings = ["exports": "\(total)", "exports-per-client": "\(perClient)"]
    try await withSite(settings: settings) { site in
      let response = try await site.get("/quakes.csv?date=any")
      #expect(response.status == 503)
      #expect(response["retry-after"] == "10")
      #expect(response.text.contains("Too many downloads are in progress"))
    }
  }

  @Test(arguments: ["GET", "HEAD"])
  func `A finished export is no longer counted`(method: String) async throws {
    try await withSite(settings: ["exports": "1", "exports-per-client": "1"]) { site in
      let exports = site.responder.handlers.downloads.limit
      for _ in 1...3 {
        #expect(try await site.send(method, "/quakes.csv?date=any").status == 200)
        // The client may receive everything before the server has released the
        // export.
        for _ in 1...1_000 where exports.count > 0 {
          try await Task.sleep(for: .milliseconds(5))
        }
        #expect(exports.count == 0)
      }
    }
  }

  @Test(.enabled(if: Fixtures.folder != nil, "needs FIELDGUIDE_FIXTURES"))
  func `A recorded week of quakes is loaded`() async throws {
    let week = try #require(Fixtures.data("quakes/all_week_2024-05-04.geojson"))
    try await withQuakes([]) { site, feeds in
      feeds.serve(body: String(decoding: week, as: UTF8.self))
      _ = try await site.post(refresh, ["range": "allWeek"])
      let page = try await site.get("/quakes?date=any&type=any&notice=refreshed")
      #expect(page.text.contains("Refreshed: 2,588 new."))
      #expect(page.text.contains(#"<span class="long">2,588 events</span>"#))
      #expect(page.text.contains("1 to 100"))
    }
  }
}
