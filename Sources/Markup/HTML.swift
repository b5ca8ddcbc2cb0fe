/// Something that can be written as HTML.
///
/// Values nest by type, not by reference: a page is one value, and rendering
/// it writes its bytes in one pass, with no tree in between.
public protocol HTML: Sendable {
  /// Appends the bytes of this value.
  func render(into writer: inout ByteWriter)
}

/// A piece of HTML that is described by other pieces, as a SwiftUI view is
/// by its body.
public protocol Component: HTML {
  /// What the body is made of.
  associatedtype Body: HTML

  /// How it looks.
  @HTMLBuilder var body: Body { get }
}

extension Component {
  @inlinable
  public func render(into writer: inout ByteWriter) {
    body.render(into: &writer)
  }
}

extension HTML {
  /// The bytes of this value alone.
  public func rendered() -> Bytes {
    var writer = ByteWriter()
    render(into: &writer)
    return writer.finish()
  }

  /// The same as text: for tests and for people.
  public func renderedString() -> String {
    String(rendered())
  }
}
