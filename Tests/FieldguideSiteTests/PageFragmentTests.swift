import ImmutableUI
import Markup
import Testing

@testable import FieldguideSite

/// Open pages are brought up to date fragment by fragment, which works only
/// if each is one element under its own name.
@Suite struct PageFragmentTests {
  @Test(arguments: SnapshotTests.Previewed.all.filter { $0.preview.isPage && $0.guide != nil })
  func `each fragment is one element with its name`(
    previewed: SnapshotTests.Previewed
  ) throws {
    var writer = ByteWriter()
    previewed.preview.page().content.render(into: &writer)
    let writing = writer.finishWriting()
    let bytes = writing.bytes.withUnsafeBytes { Array($0) }
    #expect(!writing.fragments.isEmpty)
    #expect(Set(writing.fragments.map(\.id)).count == writing.fragments.count)
    for fragment in writing.fragments {
      let html = String(decoding: bytes[fragment.range], as: UTF8.self)
      let start = try #require(
        try Regex("^<([a-z]+)[^>]* id=\"\(fragment.id)\"").firstMatch(in: html),
        "\(html.prefix(80))")
      let tag = try #require(start.output[1].substring)
      // The element that is opened first is closed last.
      #expect(html.hasSuffix("</\(tag)>"))
      var depth = 0
      var ends = 0
      for match in html.matches(of: try Regex("<(/?)\(tag)[ >]")) {
        depth += match.output[1].substring == "/" ? -1 : 1
        if depth == 0 { ends += 1 }
      }
      #expect(depth == 0)
      #expect(ends == 1)
    }
  }
}
