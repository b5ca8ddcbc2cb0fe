import ImmutableUI
import Markup

/// The front page of the site: an excerpt of each guide, first those that have the whole
/// width, then those that are cards.
struct FrontPage<Content: HTML>: Component {
  let text: SiteText
  /// The excerpts, in the order of the guides.
  let excerpts: [(isWide: Bool, content: Content)]

  var body: some HTML {
    header {
      h1 { text.headline }
      if !text.introduction.isEmpty { p { text.introduction } }
    }
    .class("hero")
    let wide = excerpts.filter(\.isWide)
    let cards = excerpts.filter { !$0.isWide }
    if !wide.isEmpty { div { ForEach(wide) { $0.content } }.class("front") }
    if !cards.isEmpty { div { ForEach(cards) { $0.content } }.class("front cards") }
  }
}
