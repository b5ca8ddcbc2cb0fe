public import Markup

/// The element of a fragment that is updated separately. It generates no box
/// (`display: contents`), so that its content is laid out as if it were not
/// there.
///
/// ```swift
/// import Markup
///
/// print(Part("animals-filter") { p { "Filter" } }.renderedString())
/// ```
public struct Part<Content: HTML>: Component {
  private let id: String
  private let content: Content

  /// - Parameters:
  ///   - id: the name of the fragment.
  ///   - content: the content of the fragment.
  public init(_ id: String, @HTMLBuilder content: () -> Content) {
    self.id = id
    self.content = content()
  }

  public var body: some HTML {
    div { content }.class("part").id(id)
  }
}
