import Foundation
import ImmutableUI
import Markup
import Testing

@testable import WebSite

/// The notice of pages while the shared database is away.
@Suite struct DatabaseOutagesTests {
  private static let now = Date(timeIntervalSince1970: 1_714_806_408)

  @Test func `An outage begins after ten seconds, keeps its time, and ends`() async throws {
    let outages = DatabaseOutages()
    let steps: [(silence: Int, isChange: Bool, lastContact: Date?)] = [
      (0, false, nil), (10, false, nil), (11, true, Self.now - 11), (60, false, Self.now - 11),
      (1, true, nil), (2, false, nil),
    ]
    for step in steps {
      #expect(
        try await outages.note(silence: .seconds(step.silence), now: Self.now) == step.isChange)
      #expect(outages.lastContact == step.lastContact)
    }
  }

  @Test func `A page has the notice during an outage only`() async throws {
    let outages = DatabaseOutages()
    var document = ListeningSite.idle.document
    document.outages = outages
    func render(reusing earlier: RenderedPage? = nil) -> RenderedPage {
      document.render(
        title: "", frame: .init(guide: nil), page: Href(path: []), content: p { "The content" },
        reusing: earlier)
    }
    let before = render()
    let dependencies = document.dependencies
    #expect(String(before.bytes).contains(#"<div class="outage" id="outage" role="status"></div>"#))

    _ = try await outages.note(silence: .seconds(11), now: Self.now)
    #expect(!dependencies.allSatisfy { $0.isUpToDate() }, "a cached page is rendered again")
    let during = render(reusing: before)
    #expect(
      String(during.bytes).contains(
        "The data are as of <time datetime=\"2024-05-04T07:06:37Z\" title=\"4 May 2024, 07:06 UTC\">"
          + "07:06 UTC</time>. Changes cannot be saved at the moment."))
    #expect(during.version != before.version)

    _ = try await outages.note(silence: .zero, now: Self.now)
    #expect(render(reusing: during).version == before.version)
  }

  @Test func `Pages of a site without a shared database have no such element`() throws {
    let document = ListeningSite.idle.document
    #expect(document.dependencies.isEmpty)
    let page = document.render(title: "", frame: .init(guide: nil), content: Empty())
    #expect(!String(page.bytes).contains("outage"))
  }
}
