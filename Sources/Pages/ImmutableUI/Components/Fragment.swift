public import Markup

/// A part of a page that is rendered, cached and updated separately.
///
/// Its presenter renders one element whose `id` is the name of the fragment.
/// A fragment may contain others, such as the rows of a list: an update then sends the rows
/// that differ and those that came, and the ids of those that went. Rows that follow each other
/// without markup between them can come and go.
///
/// ```swift
/// import Markup
///
/// struct Total: FragmentPresenter {
///   static let id = "total"
///   let state: Int
///   var body: some HTML { p { "\(state) animals" }.id(Self.id) }
/// }
///
/// print(Fragment(Total(state: 3)).renderedString())  // <p id=total>3 animals</p>
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

  /// Creates the fragment of a presenter with an id of its own. See
  /// `init(_:isPersonal:_:)`.
  public init(_ content: Content, isPersonal: Bool = false) where Content: FragmentPresenter {
    self.init(Content.id, isPersonal: isPersonal, content)
  }

  public func render(into writer: inout ByteWriter) {
    writer.appendFragment(id: id, of: content.state, by: Content.self, isPersonal: isPersonal) {
      content.render(into: &$0)
    }
  }
}

/// A presenter that is always the same fragment of its pages.
public protocol FragmentPresenter: Presenter {
  /// The `id` of its element, also the name of the fragment in logs.
  static var id: String { get }
}
