public import Markup

/// The accessible name of a section of a page.
public enum AccessibleName: Hashable, Sendable {
  /// The text of the heading with this `id`.
  case heading(String)
  /// A label that is not visible.
  case label(String)

  fileprivate var heading: String? { if case .heading(let id) = self { id } else { nil } }
  fileprivate var label: String? { if case .label(let label) = self { label } else { nil } }
}

/// A framed part of a page, as a `section` by default.
///
/// A panel that begins with a heading or a paragraph is padded. One that begins with a part of this
/// library, such as ``RowList``, leaves that to its parts.
///
/// ```swift
/// import Markup
///
/// let panel = Panel(id: "weather", name: .heading("weather-title")) {
///   h2 { "Weather" }.id("weather-title")
///   p { "Sunny" }
/// }
/// print(panel.renderedString())
/// ```
public struct Panel<Name: Tag, Content: HTML>: Component {
  private let kind: String?
  private let id: String?
  private let name: AccessibleName?
  private let content: Content

  /// Creates a panel that is another element, such as a `figure`.
  ///
  /// - Parameters:
  ///   - tag: the tag of the element.
  ///   - kind: further CSS classes.
  ///   - id: the `id` of the element.
  ///   - name: the accessible name.
  ///   - content: the content.
  public init(
    _ tag: Name.Type, kind: String? = nil, id: String? = nil, name: AccessibleName? = nil,
    @HTMLBuilder content: () -> Content
  ) {
    self.kind = kind
    self.id = id
    self.name = name
    self.content = content()
  }

  public var body: some HTML {
    Element<Name, NoAttributes, Content> { content }
      .class("panel", kind).id(id)
      .aria(.labelledby, name?.heading).aria(.label, name?.label)
  }
}

extension Panel where Name == Tags.Section {
  /// - Parameters:
  ///   - kind: further CSS classes.
  ///   - id: the `id` of the element.
  ///   - name: the accessible name.
  ///   - content: the content.
  public init(
    kind: String? = nil, id: String? = nil, name: AccessibleName? = nil,
    @HTMLBuilder content: () -> Content
  ) {
    self.init(Tags.Section.self, kind: kind, id: id, name: name, content: content)
  }
}

/// A frame around columns side by side, of which narrow windows show only the
/// current one.
///
/// ```swift
/// import Markup
///
/// let page = Columns {
///   PageColumn("beds", isCurrent: true, name: .label("Beds")) { p { "Bed 1" } }
///   PageColumn("plants", isCurrent: false, name: .label("Plants")) { p { "Fern" } }
/// }
/// print(page.renderedString())
/// ```
public struct Columns<Content: HTML>: Component {
  private let kind: String?
  private let content: Content

  /// - Parameters:
  ///   - kind: further CSS classes.
  ///   - content: up to three columns.
  public init(kind: String? = nil, @HTMLBuilder content: () -> Content) {
    self.kind = kind
    self.content = content()
  }

  public var body: some HTML {
    div { content }.class("columns", kind)
  }
}

/// A column of `Columns`.
public struct PageColumn<Content: HTML>: Component {
  private let id: String
  private let isCurrent: Bool
  private let name: AccessibleName
  private let content: Content

  /// - Parameters:
  ///   - id: the `id` of the element.
  ///   - isCurrent: true if narrow windows show the column.
  ///   - name: the accessible name.
  ///   - content: the content.
  public init(
    _ id: String, isCurrent: Bool, name: AccessibleName, @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.isCurrent = isCurrent
    self.name = name
    self.content = content()
  }

  public var body: some HTML {
    section { content }
      .class("column", isCurrent ? "current" : nil).id(id)
      .aria(.labelledby, name.heading).aria(.label, name.label)
  }
}

/// A list and details side by side in wide windows, one after the other in narrow
/// ones.
///
/// The details are in an `Aside` that stays visible beside a long list, the list is
/// a panel of the kind `list`. Narrow windows show them in the order of the content:
///
/// ```swift
/// import Markup
///
/// let page = Split {
///   Aside { Panel { p { "Select a plant to see its details." } } }
///   Panel(kind: "list") { RowList { Row(href: Href(path: ["plants"])) { RowText("Fern") } } }
/// }
/// print(page.renderedString())
/// ```
public struct Split<Content: HTML>: Component {
  private let kind: String?
  private let content: Content

  /// - Parameters:
  ///   - kind: further CSS classes.
  ///   - content: the details and the list.
  public init(kind: String? = nil, @HTMLBuilder content: () -> Content) {
    self.kind = kind
    self.content = content()
  }

  public var body: some HTML {
    div { content }.class("split", kind)
  }
}

/// The details of `Split`.
public struct Aside<Content: HTML>: Component {
  private let content: Content

  /// - Parameter content: the details.
  public init(@HTMLBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some HTML {
    div { content }.class("aside")
  }
}
