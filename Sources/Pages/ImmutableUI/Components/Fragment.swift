public import Markup

/// A part of a page that is rendered, cached and updated separately.
///
/// Its presenter renders one element whose `id` is the name of the fragment.
/// Fragments do not nest.
///
/// ```swift
/// import Markup
///
/// struct Total: Presenter {
///   let state: Int
///   var body: some HTML { p { "\(state) animals" }.id("total") }
/// }
///
/// print(Fragment("total", Total(state: 3)).renderedString())  // <p id=total>3 animals</p>
/// ```
public struct Fragment<Content: Presenter>: HTML {
  private let id: String
  private let isPersonal: Bool
  private let content: Content

  /// - Parameters:
  ///   - id: The `id` of the element, also the name of the fragment in logs.
  ///   - isPersonal: True if the content is for one visitor only, such as a
  ///     form with a generated id. Live updates do not replace it.
  ///   - content: The presenter.
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
