import ImmutableData
import Markup
import Testing

@testable import ImmutableUI

struct PageTests {
  private let full = Page(
    status: .conflict, title: "Otter", description: "A mammal.", feed: Href(path: ["feed"]),
    canonical: Href(path: ["otter"]), isIndexed: false, image: Href(path: ["otter.png"]),
    hasDialog: true, isWaiting: true, dependencies: [], expires: 7, isPersonal: true,
    home: Href(path: ["home"]), content: Text("Otter"))

  @Test func `A page with other content keeps everything else`() {
    var page = full.header("X-Robots-Tag", "noarchive")
    page.sample = SampleMention(shown: [], hasFailed: true)
    let mapped = page.map { content in article { content } }
    #expect(mapped.content.renderedString() == "<article>Otter</article>")
    let (before, after) = (Mirror(reflecting: page).children, Mirror(reflecting: mapped).children)
    #expect(before.count == after.count)
    for (before, after) in zip(before, after) where before.label != "content" {
      #expect("\(before)" == "\(after)")
    }
  }

  @Test func `Only a page has content to change`() {
    let page = PageResponse<Text>.page("Otter", description: "A mammal.") { "Otter" }
    guard case .page(let mapped) = page.map({ content in p { content } }) else {
      Issue.record("it is no page")
      return
    }
    #expect(mapped.title == "Otter" && mapped.description == "A mammal.")
    #expect(mapped.dependencies.isEmpty)
    #expect(mapped.content.renderedString() == "<p>Otter</p>")
    let moved = PageResponse<Text>.seeOther(Href(path: ["a"])).map { content in p { content } }
    guard case .seeOther(Href(path: ["a"])) = moved else {
      Issue.record("it is no redirect")
      return
    }
  }

  @Test func `A page has response headers of its own`() {
    let page = full.header("X-Robots-Tag", "noarchive").header("Link", "</a>; rel=next")
    #expect(page.headers == ["x-robots-tag": "noarchive", "link": "</a>; rel=next"])
    #expect(page.header("link", "").headers["link"] == "")
  }

  @Test(arguments: [
    ("X", "a\r\nSet-Cookie: a=b"), ("X", "a\nb"), ("X", "a\rb"), ("X", "\u{0}"), ("X", "ä"),
    ("", "a"), ("X: a", "a"), ("X\r\nY", "a"), ("X Y", "a"), ("Ä", "a"), ("Content-Type", "a"),
    ("set-cookie", "a"), ("CONTENT-SECURITY-POLICY", "a"), ("Cache-Control", "a"),
  ])
  func `A malformed field, or one of the server, is left out`(name: String, value: String) {
    #expect(full.header(name, value).headers.isEmpty)
  }

  private struct About: Root {
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
      .page("About") { p { "Ferns" } }
    }
  }

  @Test func `A root without state needs no store`() {
    #expect(About().store === About().store)
  }
}
