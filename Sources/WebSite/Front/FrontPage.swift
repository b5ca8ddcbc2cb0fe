import ImmutableUI
import Markup

/// The first page of the site: something of each guide, as it is now.
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
