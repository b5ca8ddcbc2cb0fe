import ImmutableUI
import Markup

/// A column of the page: an element around a component.
struct Column<Content: Presenter>: Presenter {
  /// The accessible name of the column.
  enum Name: Hashable, Sendable {
    /// The heading with this `id`.
    case heading(String)
    /// A label that is not visible.
    case label(String)

    var heading: String? { if case .heading(let id) = self { id } else { nil } }
    var label: String? { if case .label(let label) = self { label } else { nil } }
  }

  struct ViewState: Equatable, Sendable {
    let id: String
    let content: Content.ViewState
    /// True if narrow screens show the column.
    let isCurrent: Bool
    let name: Name
  }

  let state: ViewState

  init(state: ViewState) {
    self.state = state
  }

  init(_ id: String, _ content: Content.ViewState, isCurrent: Bool, name: Name) {
    state = ViewState(id: id, content: content, isCurrent: isCurrent, name: name)
  }

  var body: some HTML {
    section { Content(state: state.content) }
      .class("column", state.isCurrent ? "current" : nil).id(state.id)
      .aria(.labelledby, state.name.heading).aria(.label, state.name.label)
  }
}
