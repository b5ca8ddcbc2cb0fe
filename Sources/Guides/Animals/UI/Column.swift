import ImmutableUI
import Look
import Markup

/// A column of the page around a component.
struct Column<Content: FragmentPresenter>: FragmentPresenter {
  static var id: String { Content.id }

  struct ViewState: Equatable, Sendable {
    let content: Content.ViewState
    /// True if narrow screens show the column.
    let isCurrent: Bool
    let name: AccessibleName
  }

  let state: ViewState

  init(state: ViewState) {
    self.state = state
  }

  init(_ content: Content.ViewState, isCurrent: Bool, name: AccessibleName) {
    state = ViewState(content: content, isCurrent: isCurrent, name: name)
  }

  var body: some HTML {
    PageColumn(Self.id, isCurrent: state.isCurrent, name: state.name) {
      Content(state: state.content)
    }
  }
}
