public import Markup

@usableFromInline
struct MayWriteKey: EnvironmentKey {
  @usableFromInline static var defaultValue: Bool { true }
}

extension EnvironmentValues {
  /// A Boolean value that indicates whether the visitor may change something.
  /// `ForWriters` and `ForReaders` render their content by it.
  public var mayWrite: Bool {
    @inlinable
    get { self[MayWriteKey.self] }
    @inlinable
    set { self[MayWriteKey.self] = newValue }
  }

  /// The environment of a visitor without write access.
  public static let readOnly: Self = {
    var environment = Self()
    environment.mayWrite = false
    return environment
  }()
}

/// Content for visitors with write access: forms, and links to dialogs with
/// forms.
///
/// It depends on `EnvironmentValues.mayWrite` and not on a view state, so that
/// the same page can be rendered for both kinds of visitors.
///
/// ```swift
/// import Markup
///
/// let page = article {
///   h1 { "Otter" }
///   ForWriters { form { button { "Delete" } }.post(to: Href(path: ["animals", "delete"])) }
///   ForReaders { p { "Sign in to edit animals." } }
/// }
/// var writer = ByteWriter(environment: .readOnly)
/// page.render(into: &writer)
/// ```
public struct ForWriters<Content: HTML>: HTML {
  @usableFromInline let content: Content

  /// - Parameter content: The content, which is omitted for other visitors.
  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    if writer.environment.mayWrite { content.render(into: &writer) }
  }
}

/// Content for visitors without write access, in place of `ForWriters`.
///
/// ```swift
/// import Markup
///
/// let hint = ForReaders { p { "Sign in to edit animals." } }
/// print(hint.renderedString().isEmpty)  // true
/// ```
public struct ForReaders<Content: HTML>: HTML {
  @usableFromInline let content: Content

  /// - Parameter content: The content, which is omitted for other visitors.
  @inlinable
  public init(@HTMLBuilder _ content: () -> Content) {
    self.content = content()
  }

  @inlinable
  public func render(into writer: inout ByteWriter) {
    if !writer.environment.mayWrite { content.render(into: &writer) }
  }
}
