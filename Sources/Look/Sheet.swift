public import Markup

/// A dialog over a page that is inert meanwhile. It is open because the
/// address says so: no script opens it, and a link closes it.
///
/// It is the fragment `sheet` of its page.
public struct Sheet<Content: HTML>: Component {
  private let isAlert: Bool
  private let description: String?
  private let content: Content

  /// - Parameters:
  ///   - isAlert: whether it asks something that has to be answered.
  ///   - description: the `id` of what explains it.
  ///   - content: starts with a heading whose `id` is `sheet-title`.
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
        .class("sheet").open()
        .role(isAlert ? "alertdialog" : nil)
        .aria(.labelledby, "sheet-title").aria(.describedby, description)
    }
    .class("scrim").id("sheet")
  }
}
