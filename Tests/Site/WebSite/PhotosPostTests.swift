import Foundation
import ImmutableData
import ImmutableUI
import PhotosData
import PhotosUI
import TestSupport
import Testing

@testable import Fieldguide
@testable import WebSite

/// Requests for photos and the banner, from the socket to the service and the
/// disk and back to a page.
@Suite(.timeLimit(.minutes(2)))
struct PhotosPostTests {
  private let refresh = "/photos/photoList/onTapRefreshPhotosButton"
  private let tryAgain = "/photos/photoList/onTapTryAgainButton"
  private let submit = "/photos/bannerUpdate/onTapSubmitButton"
  private let dismiss = "/photos/bannerUpdate/onTapDismissErrorButton"

  @Test func `The first visit fetches and the next one does not`() async throws {
    try await withPhotos { site, service in
      let page = try await site.get("/photos")
      #expect(page.status == 200)
      #expect(page.text.contains(">5 in 1 album</p>"))
      #expect(page.text.contains("Hello-5"))
      _ = try await site.get("/photos?q=2")
      #expect(service.requests.count == 1)
      #expect(service.requests.first?.hasPrefix("GET /photos?_limit=5 HTTP/1.1") == true)
    }
  }

  @Test func `Simultaneous visits make one request`() async throws {
    try await withPhotos { site, service in
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<8 { group.addTask { try await site.get("/photos").status } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(statuses == [Int](repeating: 200, count: 8))
      #expect(service.requests.count == 1)
    }
  }

  @Test func `Five thousand photos are shown in pages of a hundred`() async throws {
    try await withPhotos(5_000) { site, service in
      let page = try await site.get("/photos?page=50")
      #expect(page.text.contains(">5,000 in 1 album</p>"))
      #expect(page.text.contains("4,901 to 5,000"))
      #expect(page.text.contains("Hello-5000"))
      #expect(try await site.get("/photos?page=51").text.contains("This page does not exist"))
      #expect(service.requests.count == 1)
    }
  }

  @Test func `A refresh within a minute makes no request`() async throws {
    let clock = TestClock()
    try await withPhotos(clock: clock) { site, service in
      _ = try await site.get("/photos")
      for _ in 0..<3 {
        let response = try await site.post(refresh + "?q=a", [:])
        #expect(response.status == 303)
        #expect(response["location"] == "/photos?q=a&notice=current")
      }
      #expect(service.requests.count == 1)
      clock.advance(by: 60)
      let response = try await site.post(refresh + "?q=a", [:])
      #expect(response["location"] == "/photos?q=a&notice=refreshed")
      #expect(service.requests.count == 2)
    }
  }

  @Test(arguments: [
    (500, "[]", "The service answered with error 500. Try again later."),
    (404, "[]", "The service answered with error 404. Try again later."),
    (200, "{", "The photo service sent a list that cannot be read."),
    (200, "{}", "The photo service did not send a list of photos."),
    (200, "<html>", "The photo service sent a list that cannot be read."),
    (200, "[{}]", "None of the photos from the photo service can be read."),
  ])
  func `A failed first load shows the reason and can be retried`(
    status: Int, body: String, words: String
  ) async throws {
    try await withPhotos { site, service in
      if status == 200 { service.serve(body: body) } else { service.fail(status) }
      let page = try await site.get("/photos?q=2")
      #expect(page.status == 200)
      #expect(page.text.contains("The photos could not be loaded"))
      #expect(page.text.contains(words))
      #expect(
        page.text.contains(#"action="/photos/photoList/onTapTryAgainButton?q=2""#))
      let failed = try await site.post(tryAgain + "?q=2", [:])
      #expect(failed["location"] == "/photos?q=2", "no success is reported")
      service.serve(photos: 3)
      let response = try await site.post(tryAgain + "?q=2", [:])
      #expect(response["location"] == "/photos?q=2&notice=refreshed")
      let again = try await site.get("/photos?q=2")
      #expect(again.text.contains(">1 of 3</p>"))
      #expect(service.requests.count == 3)
    }
  }

  @Test func `An outage keeps the content and shows the error`() async throws {
    let clock = TestClock()
    try await withPhotos(clock: clock) { site, service in
      _ = try await site.get("/photos")
      // Pages show times as of the start of the minute.
      clock.advance(by: 7_260)
      service.fail(503)
      // After an hour, a visit refreshes in the background.
      let visit = try await site.get("/photos")
      #expect(visit.text.contains("Hello-5"))
      let store = try site.store(of: PhotosGuide.self)
      await store.wait(timeout: .seconds(20)) { $0.photos.status != .waiting }
      let page = try await site.get("/photos")
      #expect(page.text.contains("Hello-5"))
      #expect(page.text.contains(">5 in 1 album</p>"))
      #expect(
        page.text.contains(
          "The photos could not be refreshed. The service answered with error 503. Try again later."
        ))
      let age = try Regex(#"They were last updated \d+ \w+ \d{4}, \d\d:\d\d UTC \(2 hr ago\)\."#)
      #expect(page.text.contains(age))
      #expect(service.requests.count == 2, "other visitors do not retry")
      service.serve(photos: 4)
      #expect(try await site.post(tryAgain, [:])["location"] == "/photos?notice=refreshed")
      #expect(try await site.get("/photos").text.contains(">4 in 1 album</p>"))
    }
  }

  @Test func `A slow service does not delay the page`() async throws {
    try await withPhotos(timeout: .milliseconds(20)) { site, service in
      service.hang()
      let page = try await site.get("/photos?q=a")
      #expect(page.status == 200)
      #expect(page.text.contains("Loading photos"))
      #expect(page.text.contains(#"value="a""#))
      #expect(page.text.contains(asksAgain))
      #expect(try await site.post(refresh, [:])["location"] == "/photos")
      #expect(service.requests.count <= 1)
    }
  }

  @Test func `A malformed photo is skipped and counted`() async throws {
    try await withPhotos { site, service in
      service.serve(body: "[\(FakeService.photo(1)),{\"id\":2},\(FakeService.photo(3))]")
      let page = try await site.get("/photos")
      #expect(page.text.contains(">2 in 1 album</p>"))
      #expect(page.text.contains("1 photo could not be read"))
    }
  }

  @Test func `Hostile titles are escaped`() async throws {
    try await withPhotos { site, service in
      let title = #"<script>alert(1)</script>\u0000\u0007\" onload=\"x"#
      service.serve(body: "[\(FakeService.photo(1, title: title))]")
      let page = try await site.get("/photos")
      #expect(page.text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
      #expect(!page.text.contains("<script>alert"))
      #expect(!page.text.contains("\u{0}"))
    }
  }

  @Test func `Photos are stored and expire`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "photos-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = TestClock()
    let service = try FakeService(photos: 3)
    defer { service.stop() }
    func visit(_ body: (ListeningSite) async throws -> Void) async throws {
      let settings = ["photos": service.address, "data": folder.path]
      try await withSite(settings: settings, now: { clock.now }, body)
    }
    try await visit { site in
      _ = try await site.get("/photos")
      #expect(try await site.post(submit, ["title": "Kept"]).status == 303)
      let store = try site.store(of: PhotosGuide.self)
      try await eventually("the revision is 6") { store.snapshot.revision >= 6 }
    }
    service.fail(500)
    clock.advance(by: 3_000)
    try await visit { site in
      let page = try await site.get("/photos")
      #expect(page.text.contains("Hello-3"))
      #expect(page.text.contains("Kept"))
      #expect(
        try Regex(#"Updated <time [^>]+>[^(;]+ UTC</time></p>"#).firstMatch(in: page.text) != nil)
      #expect(service.requests.count == 1)
    }
    clock.advance(by: 3_000)
    try await visit { site in
      _ = try await site.get("/photos")
      let store = try site.store(of: PhotosGuide.self)
      await store.wait(timeout: .seconds(20)) { $0.photos.status != .waiting }
      let page = try await site.get("/photos")
      #expect(page.text.contains("Hello-3"))
      #expect(page.text.contains(try Regex(#"They were last updated [^(;]+ UTC \(1 hr ago\)\."#)))
      #expect(service.requests.count == 2)
    }
  }

  @Test func `A change of the banner redirects to the page`() async throws {
    try await withPhotos { site, _ in
      let sheet = try await site.get("/photos?q=2&dialog=banner")
      #expect(sheet.text.contains(#"<h2 id="dialog-title">Update banner</h2>"#))
      let response = try await site.post(submit + "?q=2&dialog=banner", ["title": " <b>New</b> "])
      #expect(response.status == 303)
      #expect(response["location"] == "/photos?q=2&notice=bannerUpdated")
      let page = try await site.get("/photos?q=2&notice=bannerUpdated")
      #expect(page.text.contains("The banner was updated."))
      #expect(page.text.contains(#"<p id="banner" dir="auto"> &lt;b&gt;New&lt;/b&gt; </p>"#))
    }
  }

  @Test func `A banner that cannot be uploaded is kept in the form`() async throws {
    let store = Store(initialState: PhotosState(), reducer: PhotosReducer.reduce(state:action:))
    let listener = PhotosListener(provider: .sample(now: { .now }), uploader: .failing)
    listener.listen(to: store)
    defer { withExtendedLifetime(listener) {} }
    let own = Fieldguide.site.replacing { _ in PhotosGuide(root: PhotosRoot(store: store)) }
    try await withSite(own) { site in
      let response = try await site.post(submit + "?q=2", ["title": "New"])
      #expect(response.status == 503)
      #expect(response.text.contains("This is an expected error used for testing error handling."))
      #expect(response.text.contains(#"name="title" dir="auto" value="New""#))
      let page = try await site.get("/photos?q=2")
      #expect(page.text.contains("The banner was not updated."))
      #expect(!page.text.contains(#"id="banner""#))
      let dismissed = try await site.post(dismiss + "?q=2", ["title": "New"])
      #expect(dismissed.status == 200)
      #expect(dismissed.text.contains(#"value="New""#))
      #expect(!dismissed.text.contains("The banner was not updated."))
      let after = try await site.get("/photos?q=2")
      #expect(!after.text.contains("was not updated"))
    }
  }

  @Test func `An invalid title is shown again with the error`() async throws {
    try await withPhotos { site, _ in
      let response = try await site.post(submit, ["title": String(repeating: "x", count: 201)])
      #expect(response.status == 422)
      #expect(response.text.contains("The title has 201 characters. Use at most 200."))
      #expect(response.text.contains(#"aria-invalid="true""#))
      #expect(try await site.post(submit, ["title": ""]).status == 303, "an empty title is allowed")
    }
  }

  @Test(arguments: [
    ("/photos/bannerUpdate/onTapSubmitButton", "", 400),
    ("/photos/bannerUpdate/onTapSubmitButton", "title=a&title=b", 400),
    ("/photos/bannerUpdate/onTapSubmitButton?page=0", "title=a", 400),
    ("/photos/photoList/onTapNothing", "", 404),
  ])
  func `Malformed forms are rejected`(target: String, body: String, status: Int) async throws {
    try await withPhotos { site, _ in
      let response = try await site.send(
        "POST", target, fields: ["Content-Type: application/x-www-form-urlencoded"], body: body)
      #expect(response.status == status)
    }
  }

  @Test(arguments: [
    ("/photos?page=0", 400), ("/photos?photo=maybe", 400), ("/photos?photo=99", 404),
    ("/photos?dialog=x", 400),
    ("/photos?notice=hacked", 400), ("/photos/1", 404), ("/photos?q=&page=", 303),
  ])
  func `A malformed address is rejected`(target: String, status: Int) async throws {
    try await withPhotos { site, _ in
      let response = try await site.get(target)
      #expect(response.status == status)
    }
  }

  @Test func `A page of photos loads nothing from other hosts`() async throws {
    try await withPhotos { site, _ in
      let page = try await site.get("/photos")
      #expect(page["content-security-policy"]?.contains("img-src 'self'") == true)
      #expect(!page.text.contains("placeholder.com"))
      #expect(!page.text.contains("<img"))
    }
  }

  @Test func `The wrong method for a route is rejected`() async throws {
    try await withPhotos { site, _ in
      let responses = [try await site.post("/photos", [:]), try await site.get(refresh)]
      #expect(responses.map { $0["allow"] } == ["GET, HEAD", "POST"])
    }
  }
}
