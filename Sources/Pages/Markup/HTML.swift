/// A value that can be rendered as HTML.
///
/// Values nest by type, not by reference: a page is one value, which is
/// rendered in one pass without an intermediate tree.
///
/// ```swift
/// func greeting(_ name: String) -> some HTML {
///   p { "Hello, \(name)!" }
/// }
/// print(greeting("<Newt>").renderedString())  // <p>Hello, &lt;Newt&gt;!</p>
/// ```
public protocol HTML: Sendable {
  /// Appends the rendered bytes of this value.
  func render(into writer: inout ByteWriter)
}

/// HTML that is composed of other HTML in its body, like a view in SwiftUI.
///
/// ```swift
/// struct Greeting: Component {
///   let name: String
///   var body: some HTML {
///     h1 { "Hello" }
///     p { name }.dir(.auto)
///   }
/// }
/// print(Greeting(name: "Newt").renderedString())
/// ```
public protocol Component: HTML {
  /// The type of the body.
  associatedtype Body: HTML

  /// The content of the component.
  @HTMLBuilder var body: Body { get }
}

extension Component {
  @inlinable
  public func render(into writer: inout ByteWriter) {
    body.render(into: &writer)
  }
}

extension HTML {
  /// Renders this value into a buffer of its own.
  public func rendered() -> Bytes {
    var writer = ByteWriter()
    render(into: &writer)
    return writer.finish()
  }

  /// Renders this value as text, for tests and debugging.
  public func renderedString() -> String {
    String(rendered())
  }
}
