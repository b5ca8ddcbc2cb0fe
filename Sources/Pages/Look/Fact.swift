public import Markup

/// A label with a value, as one line of `Facts`.
public struct Fact: Component, Hashable {
  private let label: String
  private let value: String

  /// Creates a line from a label and a value.
  public init(_ label: String, _ value: String) {
    self.label = label
    self.value = value
  }

  public var body: some HTML {
    div {
      dt { label }
      dd { value }.dir(.auto)
    }
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
