/// Text, which is escaped when it is rendered.
///
/// In an `HTMLBuilder`, a string alone is enough:
///
/// ```swift
/// print(Text("1 < 2").renderedString())  // 1 &lt; 2
/// print(p { "1 < 2" }.renderedString())  // <p>1 &lt; 2</p>
/// ```
public struct Text: HTML {
  @usableFromInline let text: String

  /// Creates a text; it may contain any characters.
  @inlinable
  @inline(__always)
  public init(_ text: String) {
    self.text = text
  }

  @inlinable
  @inline(__always)
  public func render(into writer: inout ByteWriter) {
    writer.append(escaping: text)
  }
}

/// HTML that is written without escaping.
///
/// The argument label is long on purpose: the caller guarantees that the text
/// is well-formed HTML and contains no input.
public struct UnescapedHTML: HTML {
  private let html: String

  /// Creates HTML from a text that the program itself has generated.
  public init(trustedAndNeverFromInput html: String) {
    self.html = html
  }

  public func render(into writer: inout ByteWriter) {
    writer.append(unescaped: html)
  }
}
