import ImmutableData
import ImmutableUI
import Look
import Markup
import QuakesData
import SiteTesting
import TestSupport
import Testing

@testable import Fieldguide
@testable import QuakesUI
@testable import WebSite

/// The search of all guides, and the field for it in the head of every page.
@Suite struct SearchTests {
  @Test(arguments: [
    (
      "/search?q=red%20KANG", 200,
      [
        #"<h1 dir="auto">Search</h1><p class="count" id="count">1 in 1 guide</p>"#,
        #"title="Red kangaroo" href="/animals?category=Mammal&amp;animal=Kangaroo">"#,
        #"<span class="row-name" dir="auto"><mark>Red</mark> <mark>kangaroo</mark></span>"#,
      ]
    ),
    (
      "/search?q=%20gibbon%20southern", 200,
      ["1 in 1 guide", "<mark>Southern</mark> <mark>gibbon</mark>"]
    ),
    ("/search?q=zzz", 200, ["Nothing found", "No results"]),
    ("/search", 200, ["Searches Animals, Earthquakes, Dogs and Photos."]),
    ("/search?q=", 200, ["Searches Animals"]),
    ("/search?q=%20%09", 200, ["Searches Animals"]),
    ("/search?q=%22%3E%3Cb%3E", 200, [#"value="&quot;&gt;&lt;b&gt;""#]),
    (
      "/search?q=" + String(repeating: "a", count: 201), 400,
      ["“Search” is too long. Use at most 200 characters.", #"aria-invalid="true""#]
    ),
    ("/search?q=a&q=b", 400, ["“q” is given more than once."]),
    ("/search?q=%ff", 400, ["“q” is not encoded as UTF-8."]),
  ])
  func `A page shows what was found`(target: String, status: Int, parts: [String]) async throws {
    try await withSite { site in
      try await site.visitGuides()
      let page = try await site.get(target)
      #expect(page.status == status)
      for part in parts { #expect(page.text.contains(part), "\(part)") }
      #expect(!page.text.contains("<b>"))
    }
  }

  @Test func `Search engines and caches do not keep the results`() async throws {
    try await withSite { site in
      for _ in 1...2 {
        let page = try await site.get("/search?q=cat")
        #expect(page["cache-control"] == "private, no-cache")
        #expect(page["etag"] == nil)
        #expect(page.text.contains(#"<meta name="robots" content="noindex">"#))
        #expect(!page.text.contains("data-live"))
      }
      #expect(try await site.post("/search", ["q": "cat"]).status == 405)
    }
  }

  @Test(arguments: ["/", "/animals", "/quakes", "/breeds", "/photos", "/search", "/unicorns"])
  func `The header of every page leads to the search`(target: String) async throws {
    try await withSite { site in
      let page = try await site.get(target).text
      #expect(
        page.contains(
          #"<a class="seek" href="/search" aria-label="Search">"#))
    }
  }

  @Test func `A sample is searched while it is shown`() async throws {
    try await withSite(settings: ["sample": "true"]) { site in
      try await site.visitGuides()
      let page = try await site.get("/search?q=alaska").text
      #expect(page.contains("Sample of July 2025"))
      #expect(page.contains("<mark>Alaska</mark>"))
      #expect(page.contains(#"href="/quakes?q=alaska&amp;date=any">All "#))
      #expect(page.contains(" earthquakes</a>"))
    }
  }

  @Test(arguments: [
    ("/red-kangaroos", "red kangaroos"), ("/a/b_c.php?x=1", "a b c php"),
    ("/%22%3E%3Cb%3Ebold", "b bold"), ("/" + String(repeating: "x", count: 300), ""),
    ("/...--", ""),
  ])
  func `A missing page offers to search for the words of its address`(
    target: String, words: String
  ) async throws {
    try await withSite { site in
      let page = try await site.get(target)
      #expect(page.status == 404)
      let words = words.isEmpty && target.count > 200 ? String(repeating: "x", count: 200) : words
      #expect(page.text.contains(#"id="search" name="q" value="\#(words)""#))
      #expect(
        page.text.contains(#"<span>Or go to</span><a class="tag" href="/animals">Animals</a>"#))
    }
  }

  @Test(arguments: [
    ("north sea", "Quake in the North Sea", ["North", "Sea"]),
    ("são", "Sao Paulo", ["Sao"]), ("an", "Japan, Taiwan", ["Japan", "Taiwan"]),
    ("  ", "Japan", []), ("<b>", "a <b> c", ["b"]), ("x", "", []),
  ])
  func `Words that contain a searched word are marked`(text: String, name: String, found: [String])
  {
    #expect(SearchQuery(text).marked(name).found == found)
  }

  @Test(arguments: [(3, 3, false), (5, 5, false), (5, 6, true), (9, 9, true)])
  func `A list of all hits is linked if there are more`(given: Int, count: Int, isLinked: Bool) {
    let list = Href(path: ["plants"])
    let hits = SearchHits(
      (0..<given).map { SearchHit(SearchQuery("a").marked("\($0)"), href: list) }, count: count,
      "plant", "plants", at: list)
    #expect(hits.hits.count == min(given, SearchHits.limit))
    #expect((hits.all != nil) == isLinked)
  }

  private struct Ferns: Guide, Root {
    enum Route: GuideRoute {
      case page(StartPage)
      static let path = "ferns"
      var destination: Destination<StartPage, Never, Never> {
        switch self {
        case .page(let location): .page(location)
        }
      }
    }

    func response(at location: StartPage) -> PageResponse<some HTML> {
      .page("Ferns") { p { "All about ferns." } }
    }

    func search(_ query: SearchQuery, in pages: Ferns) -> SearchHits? {
      SearchHits(
        [SearchHit(query.marked("Tree fern"), note: "<i>", href: startPage)], count: 12, "fern",
        "ferns", at: startPage)
    }
  }

  @Test func `A guide of another site is searched`() async throws {
    let site = try SiteUnderTest(Site("Garden", guides: [Ferns()]))
    let page = await site.get("/search?q=fern").text
    #expect(page.contains("12 in 1 guide"))
    #expect(page.contains("Tree <mark>fern</mark>"))
    #expect(page.contains("&lt;i&gt;"))
    #expect(page.contains(">All 12 ferns</a>"))
    await site.stop()
  }

  @Test(arguments: ["https://here.example", nil])
  func `The front page tells search engines about the search`(origin: String?) async throws {
    try await withSite(settings: origin.map { ["public-origin": $0] } ?? [:]) { site in
      let front = try await site.get("/").text
      #expect(
        front.contains(#""urlTemplate":"https://here.example/search?q={search_term_string}""#)
          == (origin != nil))
      for target in ["/animals", "/search?q=a", "/unicorns"] {
        let page = try await site.get(target)
        #expect(!page.text.contains("application/ld+json"))
      }
    }
  }

  @Test func `Facts about the site cannot end their element`() {
    let facts = SiteFacts(
      name: "</script><b>&amp;", front: "https://here.example/", search: "https://here.example/s")
    let text = facts.renderedString()
    #expect(text.contains(#""name":"\u003c/script\u003e\u003cb\u003e\u0026amp;""#))
    #expect(text.count(where: { $0 == "<" }) == 2)
  }
}
