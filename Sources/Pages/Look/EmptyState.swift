public import Markup

/// A placeholder for content that is empty: an icon, a heading, a sentence and
/// the next steps, in this order everywhere.
///
/// ```swift
/// import Markup
///
/// let empty = EmptyState("No photos found", message: "Change the search.", icon: .picture) {
///   a { "Show all" }.class("button").href(Href(path: ["photos"]))
/// }
/// print(empty.renderedString())
/// ```
public struct EmptyState<Actions: HTML>: Component {
  private let icon: Icon.Shape
  private let title: String
  private let message: Phrase?
  private let actions: Actions

  /// - Parameters:
  ///   - title: the heading.
  ///   - message: a sentence below the heading; `nil` for none.
  ///   - icon: the icon above the heading.
  ///   - actions: links or buttons for the next steps.
  public init(
    _ title: String, message: String? = nil, icon: Icon.Shape,
    @HTMLBuilder actions: () -> Actions = { Empty() }
  ) {
    self.init(title, phrase: message.map { Phrase($0) }, icon: icon, actions: actions())
  }

  /// Creates a placeholder with a sentence that contains a name which a visitor entered.
  ///
  /// - Parameters:
  ///   - title: the heading.
  ///   - message: a sentence below the heading.
  ///   - icon: the icon above the heading.
  ///   - actions: links or buttons for the next steps.
  public init(
    _ title: String, message: Phrase, icon: Icon.Shape,
    @HTMLBuilder actions: () -> Actions = { Empty() }
  ) {
    self.init(title, phrase: message, icon: icon, actions: actions())
  }

  private init(_ title: String, phrase: Phrase?, icon: Icon.Shape, actions: Actions) {
    self.icon = icon
    self.title = title
    message = phrase
    self.actions = actions
  }

  public var body: some HTML {
    div {
      Icon(icon)
      h2 { title }
      if let message { p { message } }
      actions
    }
    .class("empty")
  }
}
