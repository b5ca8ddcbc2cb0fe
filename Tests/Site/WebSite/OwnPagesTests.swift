import Foundation
import HTTPTypes
import ImmutableData
import ImmutableUI
import Markup
import TestSupport
import Testing
import WebServer

@testable import WebSite

/// A site with a front page and error pages of its own.
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

  private func responder(_ site: Site<NoOptions>) throws -> Responder {
    let document = try DocumentSource(
      files: SiteFiles(
        templates: Fixtures.packageRoot.appending(path: "Templates"),
        publicFiles: Fixtures.packageRoot.appending(path: "Public")),
      text: site.text, guides: [About()]
    ).document()
    return try Responder(guides: [About()], document: document, logger: TestSite.silence)
  }

  private func get(
    _ path: String, from responder: Responder
  ) async throws -> (response: Response, text: String) {
    let request = Request(
      head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: path))
    let response = await responder.reply(to: request).response
    guard case .buffer(let buffer) = response.body else { return (response, "") }
    return (response, buffer.withUnsafeBytes { String(decoding: $0, as: UTF8.self) })
  }

  @Test func `A site has a front page of its own, which is live`() async throws {
    let site = Site("Garden", guides: []).front { [store] guides in
      Welcome(store: store, guides: guides.map(\.title))
    }
    let responder = try responder(site)
    #expect(try await get("/", from: responder).text.contains("<p>About has 1 visitors</p>"))
    var revisions = responder.handlers.front.makeRevisions().makeAsyncIterator()
    try await store.dispatch(action: 1)
    #expect(await revisions.next() != nil)
    #expect(try await get("/", from: responder).text.contains("<p>About has 2 visitors</p>"))
  }

  @Test func `A guide without a store can be the front page`() async throws {
    let responder = try responder(Site("Garden", guides: []).front { _ in About() })
    #expect(try await get("/", from: responder).text.contains("<h1>Ferns</h1>"))
    // By default, a site with one guide leads to it.
    let usual = try await get("/", from: try self.responder(Site("Garden", guides: [])))
    #expect(usual.response.head.status == .seeOther)
    #expect(usual.response.head.headerFields[.location] == "/about")
  }

  @Test func `A site has error pages of its own`() async throws {
    let site = Site("Garden", guides: []).errorPage { error in
      h1 { "Lost?" }
      p { "\(error.title) (\(error.status))" }
      for link in error.links { a { link.label }.href(link.href) }
    }
    let missing = try await get("/nothing", from: try responder(site))
    #expect(missing.response.head.status == .notFound)
    #expect(
      missing.text.contains(
        #"<h1>Lost?</h1><p>Page not found (404 Not Found)</p><a href="/">Front page</a>"#))
    let usual = try await get("/nothing", from: try responder(Site("Garden", guides: [])))
    #expect(usual.text.contains("<h1>Page not found</h1>"))
  }

  @Test func `A page has response headers of its own`() async throws {
    let responder = try responder(Site("Garden", guides: []))
    for _ in 1...2 {
      let fields = try await get("/about", from: responder).response.head.headerFields
      #expect(fields[try #require(HTTPField.Name("X-Robots-Tag"))] == "noarchive")
      #expect(fields[.contentType] == "text/html; charset=utf-8")
    }
  }
}
