public import Markup

/// A list of rows.
public struct RowList<Content: HTML>: Component {
  private let content: Content

  /// - Parameter content: the rows.
  public init(@HTMLBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some HTML {
    ul { content }.class("rows")
  }
}

/// A row of a list: a link that fills it.
public struct Row<Content: HTML>: Component {
  private let href: Href
  private let isCurrent: Bool
  private let content: Content

  /// - Parameters:
  ///   - href: the target of the link.
  ///   - isCurrent: a Boolean value that indicates whether the page shows what
  ///     the row stands for.
  ///   - content: the text, then what stands at the end of the row.
  public init(href: Href, isCurrent: Bool = false, @HTMLBuilder content: () -> Content) {
    self.href = href
    self.isCurrent = isCurrent
    self.content = content()
  }

  public var body: some HTML {
    li {
      a { content }.class("row").href(href).aria(.current, isCurrent ? "true" : nil)
    }
  }
}

/// The name in a row, where nothing else belongs to its text.
public struct RowName: Component {
  private let name: String
  private let direction: TextDirection?

  /// - Parameters:
  ///   - name: the name.
  ///   - direction: its direction, where people typed it; `nil` for that of
  ///     the page.
  public init(_ name: String, direction: TextDirection? = nil) {
    self.name = name
    self.direction = direction
  }

  public var body: some HTML {
    if let direction {
      span { name }.class("row-text row-name").dir(direction)
    } else {
      span { name }.class("row-text row-name")
    }
  }
}
