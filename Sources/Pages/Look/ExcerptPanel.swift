public import Markup

/// The panel of a guide on the front page: its name, a summary and an excerpt
/// of its content.
///
/// The content of a card is a picture and a text, or a list of up to five rows, so that
/// cards side by side have the same height:
///
/// ```swift
/// import Markup
///
/// let panel = ExcerptPanel(
///   "animals", title: "Animals", icon: .leaf, href: Href(path: ["animals"]), note: "1 animal",
///   all: "All animals"
/// ) {
///   ExcerptPicture { Icon(.leaf) }
///   ExcerptText("Newest", name: "Newt", href: Href(path: ["animals"]), note: "It eats worms.")
/// }
/// print(panel.renderedString())
/// ```
public struct ExcerptPanel<Content: HTML>: Component {
  private let id: String
  private let title: String
  private let icon: Icon.Shape
  private let href: Href
  private let note: String
  private let all: String?
  private let content: Content

  /// - Parameters:
  ///   - id: the path of the guide, also the CSS class of its colours.
  ///   - title: the title of the guide.
  ///   - icon: the icon before the title.
  ///   - href: the first page of the guide.
  ///   - note: a short summary, such as the number of records.
  ///   - all: the label of a link to the first page at the foot of the panel, such as
  ///     “All animals”; `nil` for none.
  ///   - content: the excerpt.
  public init(
    _ id: String, title: String, icon: Icon.Shape, href: Href, note: String, all: String? = nil,
    @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.href = href
    self.note = note
    self.all = all
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
      if let all { p { a { all }.href(href) }.class("excerpt-all") }
    }
  }
}

/// The picture of an excerpt, which is twice as wide as it is high in every card.
///
/// ```swift
/// import Markup
///
/// print(ExcerptPicture { Icon(.leaf) }.renderedString())
/// ```
public struct ExcerptPicture<Content: HTML>: Component {
  private let content: Content

  /// - Parameter content: a single element, which fills the area.
  public init(@HTMLBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some HTML {
    div { content }.class("excerpt-picture")
  }
}

/// The text of an excerpt about one thing: a label, its name and a sentence.
///
/// ```swift
/// import Markup
///
/// let text = ExcerptText(
///   "Newest", name: "Newt", href: Href(path: ["animals"]), note: "It eats worms.")
/// print(text.renderedString())
/// ```
public struct ExcerptText: Component, Hashable {
  private let label: String
  private let name: String
  private let href: Href?
  private let note: String

  /// - Parameters:
  ///   - label: the reason why it is shown, in a few words.
  ///   - name: the name of the thing.
  ///   - href: the page of the thing; `nil` for none.
  ///   - note: a sentence about the thing.
  public init(_ label: String, name: String, href: Href? = nil, note: String) {
    self.label = label
    self.name = name
    self.href = href
    self.note = note
  }

  public var body: some HTML {
    div {
      h3 { label }
      p {
        if let href { a { name }.href(href) } else { name }
      }
      .class("excerpt-name").dir(.auto)
      p { note }.class("row-note")
    }
    .class("excerpt-text")
  }
}
