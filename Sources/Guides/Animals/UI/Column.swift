import ImmutableUI
import Look
import Markup

/// A column of the page around a component.
struct Column<Content: Presenter>: Presenter {
  struct ViewState: Equatable, Sendable {
    let id: String
    let content: Content.ViewState
    /// True if narrow screens show the column.
    let isCurrent: Bool
    let name: AccessibleName
  }

  let state: ViewState

  init(state: ViewState) {
    self.state = state
  }

  init(_ id: String, _ content: Content.ViewState, isCurrent: Bool, name: AccessibleName) {
    state = ViewState(id: id, content: content, isCurrent: isCurrent, name: name)
  }

  var body: some HTML {
    PageColumn(state.id, isCurrent: state.isCurrent, name: state.name) {
      Content(state: state.content)
    }
  }
}
