public import Markup

@usableFromInline
struct MayWriteKey: EnvironmentKey {
  @usableFromInline static var defaultValue: Bool { true }
}

extension EnvironmentValues {
  /// A Boolean value that indicates whether the reader of the page may change
  /// something. `ForWriters` and `ForReaders` render their content by it.
  public var mayWrite: Bool {
    @inlinable
    get { self[MayWriteKey.self] }
    @inlinable
    set { self[MayWriteKey.self] = newValue }
  }

  /// The environment of a reader who may not change anything.
  public static let readOnly: Self = {
    var environment = Self()
    environment.mayWrite = false
    return environment
  }()
}

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
