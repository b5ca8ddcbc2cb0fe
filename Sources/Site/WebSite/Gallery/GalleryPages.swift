import ImmutableUI
import Look
import Markup

/// The index of all components and their states, by guide.
struct GalleryIndex: Component {
  let sections: [Gallery.Section]

  var body: some HTML {
    header {
      div {
        h1 { "Gallery" }
        p {
          counted(sections.reduce(0) { $0 + $1.previews.count }, "state", "states") + " of "
            + counted(sections.reduce(0) { $0 + $1.components.count }, "component", "components")
        }
      }
    }
    .class("head")
    for section in sections {
      Markup.section {
        h2 { section.label }.id(Self.id(section))
        div {
          for component in section.components { Card(component: component) }
        }
        .class("gallery-cards")
      }
      .class("gallery-guide", section.guide).aria(.labelledby, Self.id(section))
    }
  }

  private static func id(_ section: Gallery.Section) -> String {
    "guide-\(section.guide ?? "all")"
  }

  private struct Card: Component {
    let component: (name: String, previews: [Preview])

    var body: some HTML {
      Panel(Tags.Div.self) {
        div {
          h3 { a { component.name }.href(GalleryRoute.component(component.name, .init()).href) }
          span { String(component.previews.count) }.class("row-end")
        }
        .class("bar")
        ul {
          for preview in component.previews {
            li {
              a {
                span {
                  span { preview.name }.class("row-name")
                  span { preview.note }.class("row-note")
                }
                .class("row-text")
              }
              .class("row").href(preview.href(.init()))
            }
          }
        }
        .class("rows")
      }
    }
  }
}

/// All states of one component, each in its own frame.
struct GalleryComponent: Component {
  let name: String
  let look: GalleryLook
  let previews: [Preview]

  var body: some HTML {
    header {
      div {
        a { "Gallery" }.class("back").href(GalleryRoute.index.href)
        h1 { name }
        p { counted(previews.count, "state", "states") }
      }
      nav {
        ForEach(choices) { choice in
          a { choice.label }.class("tag").href(GalleryRoute.component(name, choice.look).href)
            .aria(.current, choice.look == look ? "true" : nil)
        }
      }
      .class("said").aria(.label, "Display options")
    }
    .class("head")
    for preview in previews {
      Panel(
        kind: preview.isPage ? "gallery-state whole" : "gallery-state",
        name: .heading("state-\(preview.name)")
      ) {
        div {
          h2 { a { preview.name }.href(preview.href(look)) }.id("state-\(preview.name)")
          span { preview.note }.class("row-end")
        }
        .class("bar")
        iframe().src(preview.href(look)).title("\(name), \(preview.name)").sandboxed().lazy()
      }
    }
  }

  /// The display options.
  private var choices: [(label: String, look: GalleryLook)] {
    func with(_ change: (inout GalleryLook) -> Void) -> GalleryLook {
      var look = look
      change(&look)
      return look
    }
    return [
      ("Plain text", with { $0.text = .plain }),
      ("Hostile text", with { $0.text = .hostile }),
      ("System", with { $0.scheme = nil }),
      ("Light", with { $0.scheme = .light }),
      ("Dark", with { $0.scheme = .dark }),
    ]
  }
}

extension Preview {
  /// Returns the address of the preview with these display options.
  func href(_ look: GalleryLook) -> Href {
    GalleryRoute.state(component: component, name: name, look).href
  }
}
