public import Markup

/// A label with a value, as one line of `Facts`.
public struct Fact: Component, Hashable {
  private let label: String
  private let value: String
  private let href: Href?
  private let isLong: Bool

  /// Creates a line from a label and a value.
  ///
  /// - Parameters:
  ///   - label: the label.
  ///   - value: the value, which may have several lines.
  ///   - href: the target of a link around the value; `nil` for none.
  ///   - isLong: true if the value needs the whole width.
  public init(_ label: String, _ value: String, href: Href? = nil, isLong: Bool = false) {
    self.label = label
    self.value = value
    self.href = href
    self.isLong = isLong
  }

  public var body: some HTML {
    div {
      dt { label }
      dd {
        if let href { a { value }.href(href) } else { value }
      }
      .dir(.auto)
    }
    .class(isLong ? "long" : nil)
  }
}

/// A description list of labels and values.
///
/// ```swift
/// import Markup
///
/// let facts = Facts {
///   Fact("Name", "Newt")
///   Fact("Diet", "Carnivorous")
/// }
/// print(facts.renderedString())
/// ```
public struct Facts<Content: HTML>: Component {
  private let content: Content

  /// - Parameter content: the facts.
  public init(@HTMLBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some HTML {
    dl { content }.class("facts")
  }
}
