public import Markup

/// Content for readers who may change something: forms that post, and links to
/// dialogs with such forms.
///
/// It depends on `EnvironmentValues.mayWrite` and not on a view state. The same
/// page is written twice, once with its content and once without.
public struct ForWriters<Content: HTML>: HTML {
  @usableFromInline let content: Content

  /// - Parameter content: what is left out for others.
  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    if writer.environment.mayWrite { content.render(into: &writer) }
  }
}
