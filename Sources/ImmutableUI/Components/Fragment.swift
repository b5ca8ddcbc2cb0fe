public import Markup

/// A part of a page that is rendered by itself, and brought up to date by
/// itself where the page is open.
///
/// Its presenter makes one element, which has the fragment's name as its
/// `id`. No fragment lies in another.
public struct Fragment<Content: Presenter>: HTML {
  private let id: String
  private let isPersonal: Bool
  private let content: Content

  /// - Parameters:
  ///   - id: the `id` of its element, also its name in logs.
  ///   - isPersonal: whether it is for one visitor only, as a form with the
  ///     id of what it is to add. Open pages keep theirs.
  ///   - content: how it looks.
  public init(_ id: String, isPersonal: Bool = false, _ content: Content) {
    self.id = id
    self.isPersonal = isPersonal
    self.content = content
  }

  public func render(into writer: inout ByteWriter) {
    writer.appendFragment(id: id, of: content.state, by: Content.self, isPersonal: isPersonal) {
      content.render(into: &$0)
    }
  }
}
