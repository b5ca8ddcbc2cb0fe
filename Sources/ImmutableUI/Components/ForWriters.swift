public import Markup

/// What only those get who may change something: forms that post, and the
/// ways to dialogs that hold such forms.
///
/// Who is asking is no part of any view state. The same page is written twice,
/// once with what is for writers and once without.
public struct ForWriters<Content: HTML>: HTML {
  @usableFromInline let content: Content

  /// - Parameter content: what others do not get.
  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    if !writer.isReadOnly { content.render(into: &writer) }
  }
}
