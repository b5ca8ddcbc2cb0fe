import ImmutableUI
import Markup
import Testing

@testable import WebSite

/// Live updates replace fragments, so each must be one element with its own id.
@Suite struct PageFragmentTests {
  @Test(arguments: Previewed.all.filter { $0.preview.isPage && $0.guide != nil })
  func `Every fragment is one element with its id`(previewed: Previewed) throws {
    var writer = ByteWriter()
    previewed.preview.page().content.render(into: &writer)
    let writing = writer.finishWithFragments()
    let bytes = writing.bytes.withUnsafeBytes { Array($0) }
    #expect(!writing.fragments.isEmpty)
    #expect(Set(writing.fragments.map(\.id)).count == writing.fragments.count)
    for fragment in writing.fragments {
      let html = String(decoding: bytes[fragment.range], as: UTF8.self)
      let start = try #require(
        html.prefixMatch(of: #/<([a-z]+)[^>]* id="([^"]*)"/#)?.output, "\(html.prefix(80))")
      #expect(start.2 == fragment.id)
      // The first element is closed last.
      #expect(html.hasSuffix("</\(start.1)>"))
      var depth = 0
      var ends = 0
      for tag in html.matches(of: #/<(\/?)([a-z0-9]+)[ >]/#) where tag.output.2 == start.1 {
        depth += tag.output.1.isEmpty ? 1 : -1
        if depth == 0 { ends += 1 }
      }
      #expect(depth == 0)
      #expect(ends == 1)
    }
  }
}
