public import Markup

/// A name and a value of something, as one line of `Facts`.
public struct Fact: Component, Hashable {
  private let label: String
  private let value: String

  /// A value with its name.
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

/// A list of names and values.
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
