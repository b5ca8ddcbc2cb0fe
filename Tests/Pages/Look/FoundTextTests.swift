import ImmutableUI
import Markup
import Testing

@testable import Look

@Suite struct FoundTextTests {
  @Test(
    arguments: [
      ("", ""), ("Hound", "<mark>Hound</mark>"), ("Afghan Hound", "Afghan <mark>Hound</mark>"),
      ("hound-hound", "<mark>hound</mark>-<mark>hound</mark>"), ("Cat & dog", "Cat &amp; dog"),
      ("<b>hound</b>", "&lt;b&gt;<mark>hound</mark>&lt;/b&gt;"), ("Hounds", "Hounds"),
      ("犬 hound", "犬 <mark>hound</mark>"),
    ])
  func `Found words are marked, and nothing else`(text: String, html: String) {
    let found = FoundText(text) { $0.lowercased() == "hound" }
    #expect(found.renderedString() == html)
    #expect(found.text == text)
  }
}
