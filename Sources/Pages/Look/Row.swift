public import Markup

/// A list of rows.
///
/// ```swift
/// import Markup
///
/// let list = RowList {
///   Row(href: Href(path: ["animals"]), isCurrent: true) { RowName("Newt", direction: .auto) }
/// }
/// print(list.renderedString())
/// ```
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

/// The box of a row by which it is selected.
///
/// ```swift
/// import Markup
///
/// let row = Row(href: Href(path: ["animals"]), box: RowBox(value: "Newt", isChecked: false)) {
///   RowName("Newt", direction: .auto)
/// }
/// ```
public struct RowBox: Hashable, Sendable {
  let value: String
  let isChecked: Bool

  /// - Parameters:
  ///   - value: the value of the field `selected`.
  ///   - isChecked: true if the box is checked.
  public init(value: String, isChecked: Bool) {
    self.value = value
    self.isChecked = isChecked
  }
}

/// A row of a list: a link, or the label of a box.
public struct Row<Content: HTML>: Component {
  private let href: Href
  private let isCurrent: Bool
  private let id: String?
  private let box: RowBox?
  private let content: Content

  /// - Parameters:
  ///   - href: the target of the link.
  ///   - isCurrent: true if the page shows the target of the link.
  ///   - id: the `id` of the row, if it is a fragment.
  ///   - box: the box of the row; `nil` for a row that is a link.
  ///   - content: the text, followed by the content at the end of the row.
  public init(
    href: Href, isCurrent: Bool = false, id: String? = nil, box: RowBox? = nil,
    @HTMLBuilder content: () -> Content
  ) {
    self.href = href
    self.isCurrent = isCurrent
    self.id = id
    self.box = box
    self.content = content()
  }

  public var body: some HTML {
    li {
      if let box {
        label {
          input().type(.checkbox).name("selected").value(box.value).checked(box.isChecked)
          content
        }
        .class("row")
      } else {
        a { content }.class("row").href(href).aria(.current, isCurrent ? "true" : nil)
      }
    }
    .id(id)
  }
}

/// The text of a row that consists of a name only.
public struct RowName: Component {
  private let name: String
  private let direction: TextDirection?

  /// - Parameters:
  ///   - name: the name.
  ///   - direction: the text direction of a name that a visitor entered; `nil`
  ///     for the direction of the page.
  public init(_ name: String, direction: TextDirection? = nil) {
    self.name = name
    self.direction = direction
  }

  public var body: some HTML {
    span { name }.class("row-text row-name").dir(direction)
  }
}
