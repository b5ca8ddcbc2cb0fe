/// Text, escaped where it stands.
public struct Text: HTML {
  @usableFromInline let text: String

  /// Any text: what would be markup in it is escaped.
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

/// Bytes that are written as they are.
///
/// The label is long on purpose: whoever writes it vouches that the text is
/// HTML and that no part of it came from outside.
public struct UnescapedHTML: HTML {
  private let html: String

  /// HTML that this program made itself.
  public init(trustedAndNeverFromInput html: String) {
    self.html = html
  }

  public func render(into writer: inout ByteWriter) {
    writer.append(unescaped: html)
  }
}
