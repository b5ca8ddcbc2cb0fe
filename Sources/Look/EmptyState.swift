public import Markup

/// What stands where there is nothing to show: an icon, a heading, one
/// sentence, and what one can do about it.
public struct EmptyState<Actions: HTML>: Component {
  private let icon: Icon.Shape
  private let title: String
  private let message: String?
  private let actions: Actions

  public init(
    _ title: String, message: String? = nil, icon: Icon.Shape,
    @HTMLBuilder actions: () -> Actions = { Empty() }
  ) {
    self.icon = icon
    self.title = title
    self.message = message
    self.actions = actions()
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
