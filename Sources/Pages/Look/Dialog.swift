public import Markup

/// The `id` of an open dialog, which is a fragment of its page.
public let dialogID = "dialog"

/// A dialog over an inert page. The URL determines that it is open, so that it
/// needs no script: a link opens it, and another link closes it.
///
/// It is the fragment `dialog` of its page.
///
/// ```swift
/// import Markup
///
/// let dialog = Dialog {
///   h2 { "Edit animal" }.id("dialog-title")
///   a { "Cancel" }.class("button").href(Href(path: ["animals"]))
/// }
/// print(dialog.renderedString())
/// ```
public struct Dialog<Content: HTML>: Component {
  private let isAlert: Bool
  private let description: String?
  private let content: Content

  /// - Parameters:
  ///   - isAlert: true for an alert dialog, which asks for a decision.
  ///   - description: the `id` of the element that describes the dialog.
  ///   - content: the content, with a heading whose `id` is `dialog-title`.
  public init(
    isAlert: Bool = false, description: String? = nil, @HTMLBuilder content: () -> Content
  ) {
    self.isAlert = isAlert
    self.description = description
    self.content = content()
  }

  public var body: some HTML {
    div {
      dialog { content }
        .class("dialog").open()
        .role(isAlert ? "alertdialog" : nil)
        .aria(.labelledby, "dialog-title").aria(.describedby, description)
    }
    .class("scrim").id(dialogID)
  }
}
