public import Markup

/// The panel of a guide on the front page: its name, a summary and an excerpt
/// of its content.
///
/// ```swift
/// import Markup
///
/// let panel = ExcerptPanel(
///   "animals", title: "Animals", icon: .leaf, href: Href(path: ["animals"]), note: "1 animal"
/// ) {
///   RowList { Row(href: Href(path: ["animals"])) { RowName("Newt") } }
/// }
/// print(panel.renderedString())
/// ```
public struct ExcerptPanel<Content: HTML>: Component {
  private let id: String
  private let title: String
  private let icon: Icon.Shape
  private let href: Href
  private let note: String
  private let content: Content

  /// - Parameters:
  ///   - id: the path of the guide, also the CSS class of its colours.
  ///   - title: the title of the guide.
  ///   - icon: the icon before the title.
  ///   - href: the first page of the guide.
  ///   - note: a short summary, such as the number of records.
  ///   - content: the excerpt.
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
    Panel(kind: id, id: "\(id)-excerpt", name: .heading("\(id)-title")) {
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
  }
}
