public import Markup

/// A list of rows.
///
/// ```swift
/// import Markup
///
/// let list = RowList {
///   Row(href: Href(path: ["animals"]), isCurrent: true) { RowText("Newt", direction: .auto) }
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
/// let row = Row(href: Href(path: ["animals"]), box: RowBox(value: "Newt", isChecked: false, form: "several")) {
///   RowText("Newt", direction: .auto)
/// }
/// ```
public struct RowBox: Hashable, Sendable {
  let value: String
  let isChecked: Bool
  let form: String

  /// - Parameters:
  ///   - value: the value of the field `selected`.
  ///   - isChecked: true if the box is checked.
  ///   - form: the `id` of the form to which the box belongs.
  public init(value: String, isChecked: Bool, form: String) {
    self.value = value
    self.isChecked = isChecked
    self.form = form
  }
}

/// A row of a list: a link, or the label of a box.
public struct Row<Content: HTML>: Component {
  private let href: Href
  private let title: String?
  private let isCurrent: Bool
  private let id: String?
  private let box: RowBox?
  private let content: Content

  /// - Parameters:
  ///   - href: the target of the link.
  ///   - title: the whole name, of which the row may show the beginning.
  ///   - isCurrent: true if the page shows the target of the link.
  ///   - id: the `id` of the row, if it is a fragment.
  ///   - box: the box of the row; `nil` for a row that is a link.
  ///   - content: a picture, the text, and the end of the row.
  public init(
    href: Href, title: String? = nil, isCurrent: Bool = false, id: String? = nil,
    box: RowBox? = nil, @HTMLBuilder content: () -> Content
  ) {
    self.href = href
    self.title = title
    self.isCurrent = isCurrent
    self.id = id
    self.box = box
    self.content = content()
  }

  public var body: some HTML {
    li {
      if let box {
        label {
          input().type(.checkbox).name("selected").form(box.form).value(box.value)
            .checked(box.isChecked)
          content
        }
        .class("row").title(title)
      } else {
        a { content }.class("row").title(title).href(href).aria(.current, isCurrent ? "true" : nil)
      }
    }
    .id(id)
  }
}

/// The text of a row: a name, and a line about it.
///
/// ```swift
/// import Markup
///
/// let text = RowText("Newt", direction: .auto) { "Carnivore" }
/// print(text.renderedString())
/// ```
public struct RowText<Name: HTML, Note: HTML>: Component {
  private let name: Name
  private let direction: TextDirection?
  private let note: Note

  /// - Parameters:
  ///   - name: the name, which is cut with an ellipsis where it does not fit.
  ///   - direction: the text direction of a name that a visitor entered; `nil`
  ///     for the direction of the page.
  ///   - note: the second line.
  public init(_ name: Name, direction: TextDirection? = nil, @HTMLBuilder note: () -> Note) {
    self.name = name
    self.direction = direction
    self.note = note()
  }

  public var body: some HTML {
    span {
      span { name }.class("row-name").dir(direction)
      if Note.self != Empty.self { span { note }.class("row-note") }
    }
    .class("row-text")
  }
}

extension RowText where Name == Text {
  /// A text whose name has no marks.
  public init(_ name: String, direction: TextDirection? = nil, @HTMLBuilder note: () -> Note) {
    self.init(Text(name), direction: direction, note: note)
  }
}

extension RowText where Name == Text, Note == Empty {
  /// A text without a second line.
  public init(_ name: String, direction: TextDirection? = nil) {
    self.init(name, direction: direction) { Empty() }
  }
}

/// The end of a row: a number or a time, with a smaller line below it.
public struct RowEnd<Content: HTML>: Component {
  private let content: Content
  private let small: String?

  /// - Parameters:
  ///   - small: the second line; `nil` for none.
  ///   - content: the first line.
  public init(small: String? = nil, @HTMLBuilder content: () -> Content) {
    self.small = small
    self.content = content()
  }

  public var body: some HTML {
    span {
      content
      if let small { Markup.small { small } }
    }
    .class("row-end")
  }
}

extension RowEnd where Content == Text {
  /// An end of texts.
  public init(_ text: String, small: String? = nil) {
    self.init(small: small) { Text(text) }
  }
}
