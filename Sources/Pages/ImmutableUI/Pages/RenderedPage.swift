public import Markup

/// A page as bytes, with the ranges and the version that a later rendering is
/// compared with.
public final class RenderedPage: Sendable {
  /// The title of the window.
  public let title: String
  /// The markup around the content. If it differs, a browser has to reload the
  /// page.
  public let frame: String
  /// The digest of everything except the personal fragments, in 16 hexadecimal
  /// digits. It serves as `ETag` and as the version of live pages.
  public let version: String
  /// The complete output, with the positions of its fragments.
  public let markup: RenderedMarkup
  /// The range of the `main` element, including its tags.
  let main: Range<Int>
  /// The range of the content of the `main` element.
  let content: Range<Int>

  /// - Parameters:
  ///   - title: The title of the window.
  ///   - frame: Identifies the markup around the content.
  ///   - version: The digest.
  ///   - markup: The complete output.
  ///   - main: The range of the `main` element, including its tags.
  ///   - content: The range of the content of the `main` element.
  public init(
    title: String, frame: String, version: String, markup: RenderedMarkup, main: Range<Int>,
    content: Range<Int>
  ) {
    self.title = title
    self.frame = frame
    self.version = version
    self.markup = markup
    self.main = main
    self.content = content
  }

  /// The document.
  public var bytes: Bytes { markup.bytes }
}
