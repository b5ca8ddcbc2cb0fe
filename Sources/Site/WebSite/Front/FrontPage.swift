import ImmutableUI
import Markup

/// The front page of the site: an excerpt of each guide.
struct FrontPage<Content: HTML>: Component {
  let text: SiteText
  let excerpts: [Content]

  var body: some HTML {
    header {
      h1 { text.headline }
      p { text.introduction }
    }
    .class("hero")
    div {
      ForEach(excerpts) { $0 }
    }
    .class("front")
  }
}
