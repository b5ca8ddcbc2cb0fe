import ImmutableUI
import Markup
import Testing

@testable import PhotosUI

@Suite struct PhotosRouteTests {
  private static let changes: [@Sendable (inout PhotosLocation) -> Void] = [
    { _ in },
    { $0.search = "a b&c=d#e?f/g%h+i 日本 🐼 \"<'>\\" },
    { $0.search = "  blanks  " },
    { $0.photo = 7 },
    { $0.page = 1_000_000 },
    { $0.dialog = .banner },
    { $0.notice = .refreshed },
    { $0.notice = .bannerSubmitted },
  ]

  /// Each query item alone, and combined with each other one.
  private static let locations: [PhotosLocation] = changes.flatMap { first in
    changes.map { second in
      .location {
        first(&$0)
        second(&$0)
      }
    }
  }

  @Test func `A page's address parses to its location`() throws {
    for location in Self.locations {
      let route = PhotosRoute.page(location)
      #expect(try PhotosRoute(parsing: Target(parsing: route.href.text)) == route)
      #expect(route.method == .get)
    }
  }

  @Test(arguments: PhotosEvent.allCases)
  func `A post's address parses to its event`(event: PhotosEvent) throws {
    for location in Self.locations {
      let route = PhotosRoute.post(event, from: location.plain)
      #expect(try PhotosRoute(parsing: Target(parsing: route.href.text)) == route)
      #expect(route.method == .post)
    }
  }

  @Test(arguments: [
    ("/photos", ""), ("/photos?page=1", ""), ("/photos?unknown=1&q=a", "?q=a"),
    ("/photos?photo=7&q=qui", "?q=qui&photo=7"), ("/photos?q=&photo=&count=on", ""),
    ("/photos?q=%20a%20", "?q=%20a%20"),
  ])
  func `Default values are omitted`(address: String, query: String) throws {
    let route = try #require(try PhotosRoute(parsing: Target(parsing: address)))
    #expect(route.href.text == "/photos" + query)
  }

  @Test(arguments: [
    ("photo=x", "photo"), ("photo=1.5", "photo"), ("page=0", "page"), ("page=-1", "page"),
    ("page=1.5", "page"), ("page=99999999999999999999", "page"), ("dialog=banners", "dialog"),
    ("notice=hacked", "notice"), ("q=a&q=b", "q"), ("page=1&page=2", "page"),
    ("q=%E9", "q"),
  ])
  func `Invalid values are reported`(query: String, name: String) throws {
    let target = try Target(parsing: "/photos?" + query)
    let error = #expect(throws: MalformedRequest.self) { try PhotosRoute(parsing: target) }
    #expect(error?.reasons.count == 1)
    #expect(error?.reasons.first?.contains("“\(name)”") == true)
  }

  @Test(arguments: [
    String(repeating: "x", count: 201), String(repeating: "é", count: 101),
    "e" + String(repeating: "\u{301}", count: 100),
    "e" + String(repeating: "\u{301}", count: 3_000),
  ])
  func `A search text that is too long is kept for its field`(typed: String) throws {
    let target = Target(
      path: ["photos"], query: try NamedValues(parsing: "q=\(typed)".utf8))
    guard case .page(let location) = try PhotosRoute(parsing: target) else {
      throw MalformedRequest("not a page")
    }
    #expect(location.rejectedSearch == typed)
    #expect(location.href.text == "/photos")
  }

  @Test(arguments: [
    "/photos/", "/photos/photoList", "/photos/photoList/onTapNothing", "/photo", "/Photos",
    "/photos/1", "/photos/pictures", "/photos/pictures/x", "/photos/pictures/01",
    "/photos/pictures/1/2",
  ])
  func `Other addresses are not found`(address: String) throws {
    #expect(try PhotosRoute(parsing: Target(parsing: address)) == nil)
  }

  @Test(arguments: [
    (PhotosPage.Action.showPhoto(7), "/photos?q=qui&page=2&photo=7"),
    (.search("zzz"), "/photos?q=zzz"), (.search(""), "/photos"),
    (.showPage(3), "/photos?q=qui&page=3"), (.showPage(1), "/photos?q=qui"),
    (.showUpdateView(true), "/photos?q=qui&page=2&dialog=banner"),
    (.showUpdateView(false), "/photos?q=qui&page=2"),
    (.refresh, "/photos/photoList/onTapRefreshPhotosButton?q=qui&page=2"),
    (.tryAgain, "/photos/photoList/onTapTryAgainButton?q=qui&page=2"),
    (.banner(.submit(title: "x")), "/photos/bannerUpdate/onTapSubmitButton?q=qui&page=2"),
    (.banner(.dismissError), "/photos/bannerUpdate/onTapDismissErrorButton?q=qui&page=2"),
  ])
  func `Every action has an address`(action: PhotosPage.Action, address: String) {
    let location = PhotosLocation.location {
      $0.search = "qui"
      $0.page = 2
      $0.notice = .refreshed
    }
    #expect(PhotosRoute(sending: action, from: location).href.text == address)
  }

  @Test func `A form with empty fields has redundant items`() throws {
    let target = try Target(parsing: "/photos?q=&photo=7")
    guard case .page(let location) = try #require(try PhotosRoute(parsing: target)) else { return }
    #expect(location.hasRedundantItems)
    #expect(location.href.text == "/photos?photo=7")
  }

  @Test(
    arguments: [
      ("/photos/pictures/7", nil), ("/photos/pictures/-7?v=a", "a"),
    ] as [(String, String?)])
  func `A picture has an address`(address: String, version: String?) throws {
    let route = try #require(try PhotosRoute(parsing: Target(parsing: address)))
    guard case .picture(let picture) = route else { throw MalformedRequest("not a picture") }
    #expect(picture.version == version)
    #expect(route.href.text == address)
  }
}
