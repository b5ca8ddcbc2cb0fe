public import Markup
import Synchronization

/// A state that a page can be in, and the parts of the page that it says
/// something about.
public struct PreviewScene<PageState: Sendable>: Sendable {
  let name: String
  let note: String
  let parts: [PreviewPart<PageState>]
  let state: @Sendable (PreviewText) -> PageState

  /// - Parameters:
  ///   - name: what it is called, as in `empty-category`.
  ///   - note: what is special about it, in a few words.
  ///   - parts: those that have a preview in this state as well.
  ///   - state: what the page shows then, filled with some words.
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

/// The states of a scene that were made so far. A state costs far more than
/// its rendering, and previews of the page and of each of its parts need it.
private final class SceneStates<PageState: Sendable>: Sendable {
  private let make: @Sendable (PreviewText) -> PageState
  private let states = Mutex<[PreviewText: PageState]>([:])

  init(_ make: @escaping @Sendable (PreviewText) -> PageState) {
    self.make = make
  }

  /// The state that is filled with these words.
  subscript(text: PreviewText) -> PageState {
    states.withLock { states in
      if let state = states[text] { return state }
      let state = make(text)
      states[text] = state
      return state
    }
  }
}

/// A part of a page that has previews of its own.
public struct PreviewPart<PageState: Sendable>: Sendable {
  private let component: String
  private let isDialog: Bool
  private let content: @Sendable (PageState) -> Preview.Content?

  /// - Parameters:
  ///   - presenter: what shows it.
  ///   - isDialog: whether it is a dialog, so that all around it is inert.
  ///   - state: what it shows, out of what the page shows; `nil` where the page
  ///     has no such part.
  ///   - around: what stands around it on the page.
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

  /// A part that stands by itself.
  public init<Presented: Presenter>(
    _ presenter: Presented.Type, isDialog: Bool = false,
    state: @escaping @Sendable (PageState) -> Presented.ViewState?
  ) {
    self.init(presenter, isDialog: isDialog, state: state) { $0 }
  }

  /// The part in a state of the page. Where the page has no such part then,
  /// there is nothing to see, which a test takes amiss.
  func preview(in scene: PreviewScene<PageState>) -> Preview {
    Preview(component: component, name: scene.name, note: scene.note, isPage: false) { text in
      Page(
        title: component, hasDialog: isDialog,
        content: content(scene.state(text)) ?? Preview.Content(Empty()))
    }
  }
}
