public import Markup

/// A part of a page that is brought up to date by itself, with no box of its
/// own: what is in it is laid out as if it stood alone.
public struct Part<Content: HTML>: Component {
  private let id: String
  private let content: Content

  /// - Parameters:
  ///   - id: the name of its fragment.
  ///   - content: what stands in it.
  public init(_ id: String, @HTMLBuilder content: () -> Content) {
    self.id = id
    self.content = content()
  }

  public var body: some HTML {
    div { content }.class("part").id(id)
  }
}
