public import Markup

/// Content for readers who may not change anything, in the place of
/// `ForWriters`. It depends on `EnvironmentValues.mayWrite`.
public struct ForReaders<Content: HTML>: HTML {
  @usableFromInline let content: Content

  /// - Parameter content: what is left out for others.
  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    if !writer.environment.mayWrite { content.render(into: &writer) }
  }
}
