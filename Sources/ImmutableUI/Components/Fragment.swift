public import Markup

/// A part of a page that is rendered by itself, and brought up to date by
/// itself where the page is open.
///
/// Its presenter makes one element, which has the fragment's name as its
/// `id`. No fragment lies in another.
public struct Fragment<Content: Presenter>: HTML {
  private let id: String
  private let content: Content

  /// - Parameters:
  ///   - id: the `id` of its element, also its name in logs.
  ///   - content: how it looks.
  public init(_ id: String, _ content: Content) {
    self.id = id
    self.content = content
  }

  public func render(into writer: inout ByteWriter) {
    writer.appendFragment(id: id, of: content.state) { content.render(into: &$0) }
  }
}
