public import Markup

/// A button that opens a list of links and forms.
///
/// ```swift
/// import Markup
///
/// let menu = Menu("More", id: "more") { a { "CSV" }.href(Href(path: ["animals.csv"])) }
/// print(menu.renderedString())
/// ```
public struct Menu<Content: HTML>: Component {
  private let label: String
  private let id: String
  private let isSheet: Bool
  private let content: Content

  /// - Parameters:
  ///   - label: the label of the button.
  ///   - id: the `id` of the button; that of the list ends with `-list`.
  ///   - isSheet: true for a form with several fields in place of a list.
  ///   - content: the links and forms.
  public init(
    _ label: String, id: String, isSheet: Bool = false, @HTMLBuilder content: () -> Content
  ) {
    self.label = label
    self.id = id
    self.isSheet = isSheet
    self.content = content()
  }

  public var body: some HTML {
    button { label }.class("button menu").id(id).popovertarget("\(id)-list")
    div { content }.class(isSheet ? "sheet" : "menu-list").id("\(id)-list").popover()
  }
}
