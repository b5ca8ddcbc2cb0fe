public import Markup

/// One state of a page or of a part of one, under a name: for people to look
/// at in the gallery, and for tests to check.
public struct Preview: Sendable {
  /// What is shown, whatever it is made of.
  public struct Content: HTML {
    private let write: @Sendable (inout ByteWriter) -> Void

    init(_ content: some HTML) {
      write = { content.render(into: &$0) }
    }

    public func render(into writer: inout ByteWriter) { write(&writer) }
  }

  /// The presenter it shows, by the name of its type, as in `AnimalList`.
  public let component: String
  /// The name of the state, as in `empty-category`.
  public let name: String
  /// What is special about it, in a few words.
  public let note: String
  /// Whether it is a whole page.
  public let isPage: Bool
  /// A Boolean value that indicates whether it is a part of a front page: the
  /// gallery puts those of all guides with the same name together.
  public private(set) var isExcerpt = false
  private let make: @Sendable (PreviewText) -> Page<Content>

  init(
    component: String, name: String, note: String, isPage: Bool,
    make: @escaping @Sendable (PreviewText) -> Page<Content>
  ) {
    self.component = component
    self.name = name
    self.note = note
    self.isPage = isPage
    self.make = make
  }

  /// The state, less the document around it.
  ///
  /// - Parameter text: whose words it is filled with.
  public func page(_ text: PreviewText = .plain) -> Page<Content> { make(text) }
}

extension Preview {
  /// A state of something that stands on many pages.
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

  /// A page that has no view state of its own.
  ///
  /// - Parameter page: what it is called.
  public init(
    _ name: String, ofPage page: String, title: String, note: String,
    @HTMLBuilder content: @escaping @Sendable (PreviewText) -> some HTML
  ) {
    self.init(component: page, name: name, note: note, isPage: true) { text in
      Page(title: title, content: Content(content(text)))
    }
  }

  /// The same of something that has no view state of its own.
  ///
  /// - Parameter component: what it is called.
  public init(
    _ name: String, of component: String, note: String,
    @HTMLBuilder content: @escaping @Sendable (PreviewText) -> some HTML
  ) {
    self.init(component: component, name: name, note: note, isPage: false) { text in
      Page(title: component, content: Content(content(text)))
    }
  }

  /// The two states of a guide's excerpt on the front page: with content, and
  /// before there is any.
  public static func excerpts<Presented: Presenter>(
    of presenter: Presented.Type,
    state: @escaping @Sendable (PreviewText, _ isEmpty: Bool) -> Presented.ViewState
  ) -> [Preview] {
    func excerpt(_ name: String, _ note: String, isEmpty: Bool) -> Preview {
      var preview = Preview(name, of: presenter, note: note) { state($0, isEmpty) }
      preview.isExcerpt = true
      return preview
    }
    return [
      excerpt("guides", "Something of each guide", isEmpty: false),
      excerpt("new", "A site that nobody has visited yet", isEmpty: true),
    ]
  }

  /// The previews of a page, and of its parts, which are named in the states
  /// that say something about them.
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

/// The name of a presenter's type without its module, and without the word
/// that all of them have in common: `AnimalsUI.AnimalList.Presenter` is the
/// `AnimalList`.
func componentName(_ type: Any.Type) -> String {
  let path = String(reflecting: type).prefix { $0 != "<" }.split(separator: ".").dropFirst()
  return (path.last == "Presenter" ? path.dropLast() : path).joined(separator: ".")
}
