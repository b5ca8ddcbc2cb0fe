public import Markup

/// A word or two at the end of a row that stand out.
///
/// ```swift
/// import Markup
///
/// let row = Row(href: Href(path: ["loans"])) {
///   RowText("Dune")
///   Badge("Overdue", style: .warning)
/// }
/// print(row.renderedString())
/// ```
public struct Badge: Component, Hashable {
  private let text: String
  private let style: BadgeStyle

  /// Creates a badge with a text.
  public init(_ text: String, style: BadgeStyle = .plain) {
    self.text = text
    self.style = style
  }

  public var body: some HTML {
    span { text }.class("badge", style == .plain ? nil : style.rawValue).dir(.auto)
  }
}

/// The importance of a badge.
public enum BadgeStyle: String, Hashable, Sendable {
  case plain
  /// It asks for action.
  case warning
}
