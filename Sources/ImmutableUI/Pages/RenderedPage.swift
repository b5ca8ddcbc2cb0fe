public import Markup

/// A page as bytes, with what it takes to tell how a later one differs.
public final class RenderedPage: Sendable {
  /// What its window is called.
  public let title: String
  /// What stands around its content: two pages that differ in it cannot be
  /// made equal by changing their main parts.
  public let frame: String
  /// A fingerprint of all but the personal fragments, in sixteen digits. One
  /// number serves `ETag`, live pages and the page itself.
  public let version: String
  /// What was written, whole.
  public let writing: RenderedMarkup
  /// Where its `main` element is in the bytes, tags included.
  let main: Range<Int>
  /// Where the content of that element is.
  let content: Range<Int>

  /// - Parameters:
  ///   - title: what its window is called.
  ///   - frame: names what stands around its content.
  ///   - version: the fingerprint.
  ///   - writing: what was written.
  ///   - main: where the `main` element is in the bytes, tags included.
  ///   - content: where the content of that element is.
  public init(
    title: String, frame: String, version: String, writing: RenderedMarkup, main: Range<Int>,
    content: Range<Int>
  ) {
    self.title = title
    self.frame = frame
    self.version = version
    self.writing = writing
    self.main = main
    self.content = content
  }

  /// The document.
  public var bytes: Bytes { writing.bytes }
}
