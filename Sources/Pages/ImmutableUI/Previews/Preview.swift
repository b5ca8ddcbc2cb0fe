public import Markup

/// A named state of a page or component, displayed in the gallery and checked
/// by tests.
///
/// ```swift
/// import Markup
///
/// struct Greeting: Presenter {
///   let state: String
///   var body: some HTML { p { "Hello, \(state)!" } }
/// }
///
/// let preview = Preview("name", of: Greeting.self, note: "With a name") { text in text("Ada") }
/// print(preview.page().content.renderedString())  // <p>Hello, Ada!</p>
/// ```
public struct Preview: Sendable {
  /// The type-erased content of a preview.
  public struct Content: HTML {
    private let write: @Sendable (inout ByteWriter) -> Void

    init(_ content: some HTML) {
      write = { content.render(into: &$0) }
    }

    public func render(into writer: inout ByteWriter) { write(&writer) }
  }

  /// The name of the presenter's type, such as `AnimalList`.
  public let component: String
  /// The name of the state, such as `empty-category`.
  public let name: String
  /// A short description of the state.
  public let note: String
  /// True if the preview is a whole page.
  public let isPage: Bool
  /// True if the preview is an excerpt of the front page. The gallery combines
  /// the excerpts of all guides that have the same name.
  public private(set) var isExcerpt = false
  /// True if that excerpt has the whole width of the page.
  public private(set) var isWide = false
  /// The names of style sheets that the preview needs besides those of its guide: see
  /// `Page.styleSheets`.
  public var styleSheets: [String] = []
  let make: @Sendable (PreviewText) -> Page<Content>

  /// Renders the state as a page without the document around it.
  ///
  /// - Parameter text: The sample text to fill it with.
  public func page(_ text: PreviewText = .plain) -> Page<Content> {
    var page = make(text)
    page.styleSheets += styleSheets
    return page
  }
}

extension Preview {
  /// Creates a preview of a component.
  public init<Presented: Presenter>(
    _ name: String, of presenter: Presented.Type, note: String, isDialog: Bool = false,
    state: @escaping @Sendable (PreviewText) -> Presented.ViewState
  ) {
    let component = componentName(presenter)
    self.init(component: component, name: name, note: note, isPage: false) { text in
      Page(
        title: component, hasDialog: isDialog, content: Content(Presented(state: state(text))))
    }
  }

  /// Creates a preview of a page without a view state.
  ///
  /// - Parameters:
  ///   - name: The name of the state.
  ///   - page: The name of the page.
  ///   - title: The title of the document.
  ///   - note: A short description of the state.
  ///   - content: The content, filled with the sample text.
  public init(
    _ name: String, ofPage page: String, title: String, note: String,
    @HTMLBuilder content: @escaping @Sendable (PreviewText) -> some HTML
  ) {
    self.init(component: page, name: name, note: note, isPage: true) { text in
      Page(title: title, content: Content(content(text)))
    }
  }

  /// Creates a preview of a component without a view state.
  ///
  /// - Parameters:
  ///   - name: The name of the state.
  ///   - component: The name of the component.
  ///   - note: A short description of the state.
  ///   - content: The content, filled with the sample text.
  public init(
    _ name: String, of component: String, note: String,
    @HTMLBuilder content: @escaping @Sendable (PreviewText) -> some HTML
  ) {
    self.init(component: component, name: name, note: note, isPage: false) { text in
      Page(title: component, content: Content(content(text)))
    }
  }

  /// Returns the two states of a guide's excerpt on the front page: with
  /// content, and empty.
  ///
  /// - Parameters:
  ///   - presenter: The presenter of the excerpt.
  ///   - isWide: True if the excerpt has the whole width of the page.
  ///   - state: Returns the content of a state.
  public static func excerpts<Presented: Presenter>(
    of presenter: Presented.Type, isWide: Bool = false,
    state: @escaping @Sendable (PreviewText, _ isEmpty: Bool) -> Presented.ViewState
  ) -> [Preview] {
    func excerpt(_ name: String, _ note: String, isEmpty: Bool) -> Preview {
      var preview = Preview(name, of: presenter, note: note) { state($0, isEmpty) }
      preview.isExcerpt = true
      preview.isWide = isWide
      return preview
    }
    return [
      excerpt("guides", "Content from every guide", isEmpty: false),
      excerpt("new", "Before any content has been loaded", isEmpty: true),
    ]
  }

  /// Returns the previews of a page in all scenes, and of the components that
  /// the scenes list.
  public static func all<Presented: Presenter>(
    of page: Presented.Type, in scenes: [PreviewScene<Presented.ViewState>],
    title: @escaping @Sendable (Presented.ViewState) -> String,
    hasDialog: @escaping @Sendable (Presented.ViewState) -> Bool = { _ in false }
  ) -> [Preview] {
    let pages = scenes.map { scene in
      Preview(
        component: componentName(page), name: scene.name, note: scene.note, isPage: true
      ) { text in
        let state = scene.state(text)
        return Page(
          title: title(state), hasDialog: hasDialog(state),
          content: Content(Presented(state: state)))
      }
    }
    return pages + scenes.flatMap { scene in scene.parts.map { $0.preview(in: scene) } }
  }
}

/// Returns the qualified name of a presenter's type without its module and
/// without the common suffix: `AnimalsUI.AnimalList.Presenter` is `AnimalList`.
func componentName(_ type: Any.Type) -> String {
  let path = String(reflecting: type).prefix { $0 != "<" }.split(separator: ".").dropFirst()
  return (path.last == "Presenter" ? path.dropLast() : path).joined(separator: ".")
}
