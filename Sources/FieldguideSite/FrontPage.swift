import ImmutableUI
import Markup

/// The first page of the site: what there is to see.
struct FrontPage: Presenter {
  struct ViewState: Hashable, Sendable {
    struct Panel: Hashable, Sendable {
      let guide: Guide
      let text: String
    }

    let panels: [Panel]
  }

  let state: ViewState

  var body: some HTML {
    header {
      h1 { "Guides that are always current" }
      p {
        """
        Whatever you select or filter is in the address: keep it, share it, come back to it.
        """
      }
    }
    .class("hero")
    div {
      ForEach(state.panels) { panel in
        section {
          div {
            h2 {
              Icon(panel.guide.icon)
              a { panel.guide.label }.href(panel.guide.href)
            }
            .id("guide-\(panel.guide.rawValue)")
          }
          .class("bar")
          div {
            p { panel.text }
          }
          .class("detail")
        }
        .class("panel", panel.guide.rawValue).aria(.labelledby, "guide-\(panel.guide.rawValue)")
      }
    }
    .class("front")
  }
}
