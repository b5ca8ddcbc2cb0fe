import ImmutableData
import ImmutableUI
import Markup
import SiteTesting
import Testing

@testable import Fieldguide
@testable import WebSite

/// Sites in the process of their tests: settings, and pages of their own.
@Suite struct OwnPagesTests {
  private struct About: Guide, Root {
    enum Route: GuideRoute {
      case page(StartPage)
      static let path = "about"
      var destination: Destination<StartPage, Never, Never> {
        switch self {
        case .page(let location): .page(location)
        }
      }
    }

    func response(at location: StartPage) -> PageResponse<some HTML> {
      .page(
        Page(title: "About", content: h1 { "Ferns" })
          .header("X-Robots-Tag", "noarchive").header("Content-Type", "text/plain"))
    }
  }

  /// A front page that shows the state of a store.
  private struct Welcome: PageSource {
    let store: Store<Int, Int>
    let guides: [String]

    func makeRevisions() -> AsyncStream<Int> { store.makeRevisions() }

    func response(at location: StartPage) -> PageResponse<some HTML> {
      .page("Welcome", of: store) { count in p { "\(guides.joined()) has \(count) visitors" } }
    }
  }

  private let store = Store(initialState: 1) { (count: Int, step: Int) in count + step }

  private let garden = Site("Garden", guides: [About()])

  @Test(arguments: [
    ("colour", "red", "“colour” is not a setting of fieldguide."),
    ("photos-limit", "0", "FIELDGUIDE_PHOTOS_LIMIT is “0”; it must be a number from 1 to 10000."),
    ("streams", "few", "FIELDGUIDE_STREAMS is “few”; it must be a number from 0 to 1000000."),
  ])
  func `A setting of a test is checked`(name: String, text: String, problem: String) {
    let error = #expect(throws: SettingsError.self) {
      try SiteUnderTest(Fieldguide.site, settings: [name: text])
    }
    #expect(error?.errorDescription == problem)
  }

  @Test func `A site has a front page of its own, which is live`() async throws {
    let site = try SiteUnderTest(
      garden.front { [store] guides in Welcome(store: store, guides: guides.map(\.title)) })
    #expect(await site.get("/").text.contains("<p>About has 1 visitors</p>"))
    let events = try #require(await site.updates(of: "/"))
    try await store.dispatch(action: 1)
    #expect(await events.first { $0.contains("<p>About has 2 visitors</p>") } != nil)
    #expect(await site.get("/").text.contains("<p>About has 2 visitors</p>"))
    await site.stop()
  }

  @Test func `A guide without a store can be the front page`() async throws {
    let site = try SiteUnderTest(garden.front { _ in About() })
    #expect(await site.get("/").text.contains("<h1>Ferns</h1>"))
    await site.stop()
    // By default, a site with one guide leads to it.
    let usual = try SiteUnderTest(garden)
    let response = await usual.get("/")
    #expect(response.status == 303)
    #expect(response.fields["location"] == "/about")
    await usual.stop()
  }

  @Test func `A site has error pages of its own`() async throws {
    let site = try SiteUnderTest(
      garden.errorPage { error in
        h1 { "Lost?" }
        p { "\(error.title) (\(error.status))" }
        for link in error.links { a { link.label }.href(link.href) }
      })
    let missing = await site.get("/nothing")
    #expect(missing.status == 404)
    #expect(
      missing.text.contains(
        #"<h1>Lost?</h1><p>Page not found (404 Not Found)</p><a href="/">Front page</a>"#))
    await site.stop()
    let usual = try SiteUnderTest(garden)
    #expect(await usual.get("/nothing").text.contains("<h1>Page not found</h1>"))
    await usual.stop()
  }

  @Test func `A page has response headers of its own`() async throws {
    let site = try SiteUnderTest(garden)
    for _ in 1...2 {
      let fields = await site.get("/about").fields
      #expect(fields["x-robots-tag"] == "noarchive")
      #expect(fields["content-type"] == "text/html; charset=utf-8")
    }
    await site.stop()
  }
}
