public import Markup

/// What only those get who may not change anything: words in the place of
/// what stands in `ForWriters`.
public struct ForReaders<Content: HTML>: HTML {
  @usableFromInline let content: Content

  /// - Parameter content: what others do not get.
  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    if writer.isReadOnly { content.render(into: &writer) }
  }
}
