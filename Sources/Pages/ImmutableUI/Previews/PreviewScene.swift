public import Markup
import Synchronization

/// A state of a page, and the components that have a preview in this state.
///
/// ```swift
/// import Markup
///
/// struct NamePage: Presenter {
///   let state: String
///   var body: some HTML { h1 { state } }
/// }
///
/// let scene = PreviewScene("name", note: "With a name") { text in text("Ada") }
/// let previews = Preview.all(of: NamePage.self, in: [scene], title: { $0 })
/// print(previews.map(\.name))  // ["name"]
/// ```
public struct PreviewScene<PageState: Sendable>: Sendable {
  let name: String
  let note: String
  let parts: [PreviewPart<PageState>]
  let state: @Sendable (PreviewText) -> PageState

  /// - Parameters:
  ///   - name: The name of the state, such as `empty-category`.
  ///   - note: A short description of the state.
  ///   - parts: The components to preview in this state.
  ///   - state: Returns the view state of the page, filled with sample text.
  public init(
    _ name: String, note: String, parts: [PreviewPart<PageState>] = [],
    state: @escaping @Sendable (PreviewText) -> PageState
  ) {
    self.name = name
    self.note = note
    self.parts = parts
    let states = SceneStates(state)
    self.state = { states[$0] }
  }
}

/// The view states of a scene that have been computed. A view state costs much
/// more than its rendering, and the previews of the page and of each component
/// use the same one.
private final class SceneStates<PageState: Sendable>: Sendable {
  private let make: @Sendable (PreviewText) -> PageState
  private let states = Mutex<[PreviewText: PageState]>([:])

  init(_ make: @escaping @Sendable (PreviewText) -> PageState) {
    self.make = make
  }

  /// The view state that is filled with the given sample text.
  subscript(text: PreviewText) -> PageState {
    states.withLock { states in
      if let state = states[text] { return state }
      let state = make(text)
      states[text] = state
      return state
    }
  }
}

/// A component of a page that has previews of its own.
///
/// ```swift
/// import Markup
///
/// struct Title: Presenter {
///   let state: String
///   var body: some HTML { h1 { state } }
/// }
///
/// let title = PreviewPart(Title.self, state: { (name: String) in name })
/// let scene = PreviewScene("name", note: "With a name", parts: [title]) { text in text("Ada") }
/// print(Preview.all(of: Title.self, in: [scene], title: { $0 }).count)  // 2
/// ```
public struct PreviewPart<PageState: Sendable>: Sendable {
  private let component: String
  private let isDialog: Bool
  private let content: @Sendable (PageState) -> Preview.Content?

  /// - Parameters:
  ///   - presenter: The type that renders the component.
  ///   - isDialog: True if it is a dialog, so that everything around it is
  ///     inert.
  ///   - state: Returns the view state of the component; `nil` if the page does
  ///     not contain it.
  ///   - around: Returns the markup around the component on the page.
  public init<Presented: Presenter>(
    _ presenter: Presented.Type, isDialog: Bool = false,
    state: @escaping @Sendable (PageState) -> Presented.ViewState?,
    @HTMLBuilder around: @escaping @Sendable (Presented) -> some HTML
  ) {
    component = componentName(presenter)
    self.isDialog = isDialog
    content = { page in
      state(page).map { Preview.Content(around(Presented(state: $0))) }
    }
  }

  /// Creates a component without markup around it.
  public init<Presented: Presenter>(
    _ presenter: Presented.Type, isDialog: Bool = false,
    state: @escaping @Sendable (PageState) -> Presented.ViewState?
  ) {
    self.init(presenter, isDialog: isDialog, state: state) { $0 }
  }

  /// Returns the preview of the component in a scene. It is empty if the page
  /// does not contain the component, which a test reports.
  func preview(in scene: PreviewScene<PageState>) -> Preview {
    Preview(component: component, name: scene.name, note: scene.note, isPage: false) { text in
      Page(
        title: component, hasDialog: isDialog,
        content: content(scene.state(text)) ?? Preview.Content(Empty()))
    }
  }
}
