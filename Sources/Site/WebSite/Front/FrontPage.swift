import ImmutableUI
import Markup

/// The front page of the site: an excerpt of each guide, first those that have the whole
/// width, then those that are cards.
struct FrontPage<Content: HTML>: Component {
  let text: SiteText
  let wide: [Content]
  let cards: [Content]

  /// - Parameters:
  ///   - text: the texts of the site.
  ///   - excerpts: the excerpts, in the order of the guides.
  ///   - isWide: returns true for an excerpt that has the whole width.
  ///   - content: returns the content of an excerpt.
  init<Excerpt>(
    text: SiteText, excerpts: [Excerpt], isWide: (Excerpt) -> Bool,
    content: (Excerpt) -> Content
  ) {
    self.text = text
    wide = excerpts.filter(isWide).map(content)
    cards = excerpts.filter { !isWide($0) }.map(content)
  }

  var body: some HTML {
    header {
      h1 { text.headline }
      p { text.introduction }
    }
    .class("hero")
    if !wide.isEmpty { div { ForEach(wide) { $0 } }.class("front") }
    if !cards.isEmpty { div { ForEach(cards) { $0 } }.class("front cards") }
  }
}
