public import Markup

/// The frame of what a guide shows of itself on the front page: its name, how
/// much there is of it, and something to begin with.
public struct ExcerptPanel<Content: HTML>: Component {
  private let id: String
  private let title: String
  private let icon: Icon.Shape
  private let href: Href
  private let note: String
  private let content: Content

  /// - Parameters:
  ///   - id: the name of the guide, also of its colours.
  ///   - title: what people call it.
  ///   - icon: what stands before that.
  ///   - href: where the guide starts.
  ///   - note: how much there is, in a few words.
  ///   - content: something to begin with.
  public init(
    _ id: String, title: String, icon: Icon.Shape, href: Href, note: String,
    @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.href = href
    self.note = note
    self.content = content()
  }

  public var body: some HTML {
    section {
      div {
        h2 {
          Icon(icon)
          a { title }.href(href)
        }
        .id("\(id)-title")
        span { note }.class("row-end")
      }
      .class("bar")
      content
    }
    .class("panel", id).id("\(id)-excerpt").aria(.labelledby, "\(id)-title")
  }
}
