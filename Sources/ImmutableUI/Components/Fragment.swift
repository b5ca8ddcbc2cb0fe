public import Markup

/// A part of a page that is rendered by itself, under a name.
public struct Fragment<Content: Presenter>: HTML {
  private let label: String
  private let content: Content

  /// - Parameters:
  ///   - label: the name of the part in logs.
  ///   - content: how it looks.
  public init(_ label: String, _ content: Content) {
    self.label = label
    self.content = content
  }

  public func render(into writer: inout ByteWriter) {
    writer.onFragment?(label)
    content.render(into: &writer)
  }
}
