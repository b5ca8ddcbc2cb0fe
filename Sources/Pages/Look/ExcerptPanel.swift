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
///   "animals", title: "Animals", href: Href(path: ["animals"]), note: "1 animal"
/// ) {
///   ExcerptPicture { Icon(.leaf) }
///   ExcerptText("Newt", href: Href(path: ["animals"]), note: "Newest")
/// }
/// print(panel.renderedString())
/// ```
public struct ExcerptPanel<Content: HTML>: Component {
  private let id: String
  private let title: String
  private let href: Href
  private let note: String
  private let content: Content

  /// - Parameters:
  ///   - id: the path of the guide, also the CSS class of its colours.
  ///   - title: the title of the guide.
  ///   - href: the first page of the guide.
  ///   - note: a short summary, such as the number of records.
  ///   - content: the excerpt.
  public init(
    _ id: String, title: String, href: Href, note: String, @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.title = title
    self.href = href
    self.note = note
    self.content = content()
  }

  public var body: some HTML {
    Panel(kind: id, id: "\(id)-excerpt", name: .heading("\(id)-title")) {
      div {
        h2 { a { title }.href(href) }.id("\(id)-title")
        span { note }.class("row-note")
      }
      .class("bar")
      content
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

/// The text of an excerpt about one thing: its name, and the reason why it is shown.
///
/// ```swift
/// import Markup
///
/// let text = ExcerptText("Newt", href: Href(path: ["animals"]), note: "Newest")
/// print(text.renderedString())
/// ```
public struct ExcerptText: Component, Hashable {
  private let name: String
  private let href: Href
  private let note: String

  /// - Parameters:
  ///   - name: the name of the thing.
  ///   - href: the page of the thing.
  ///   - note: the reason why it is shown, in a few words.
  public init(_ name: String, href: Href, note: String) {
    self.name = name
    self.href = href
    self.note = note
  }

  public var body: some HTML {
    div {
      p { a { name }.href(href) }.class("row-name").dir(.auto)
      p { note }.class("row-note").dir(.auto)
    }
    .class("excerpt-text")
  }
}
