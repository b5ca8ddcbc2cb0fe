public import ImmutableUI
import Look
public import Markup
import Records

extension AnimalsPage {
  /// Renders the page.
  public struct Presenter: ImmutableUI.Presenter {
    public let state: ViewState

    public init(state: ViewState) {
      self.state = state
    }

    public var body: some HTML {
      if let dialog = state.dialog {
        div { Overview(state: state) }.class("behind").inert()
        switch dialog {
        case .editor(let editor):
          Fragment(AnimalEditor.Presenter(state: editor), isPersonal: editor.isNew)
        case .confirmation(let confirmation):
          Fragment(Confirmation.Presenter(state: confirmation))
        }
      } else {
        Overview(state: state)
      }
    }
  }

  /// Everything except the dialog.
  private struct Overview: Component {
    let state: ViewState

    var body: some HTML {
      Fragment(Head(state: state.summary))
      if let notice = state.notice { Notice(notice, dismiss: state.dismiss) }
      Columns {
        Fragment(
          Column<CategoryList.Presenter>(
            state.categoryList, isCurrent: state.current == .categoryList,
            name: .heading("category-title")))
        Fragment(
          Column<AnimalList.Presenter>(
            state.animalList, isCurrent: state.current == .animalList,
            name: state.animalList == .noCategory ? .label("Animals") : .heading("animal-title")))
        Fragment(
          Column<AnimalDetail.Presenter>(
            state.animalDetail, isCurrent: state.current == .animalDetail,
            name: state.animalDetail.isEmpty ? .label("Animal") : .heading("detail-title")))
      }
    }
  }

  struct Head: FragmentPresenter {
    static let id = "animals-head"
    let state: String

    var body: some HTML {
      header {
        div {
          h1 { AnimalsPage.name }
          p { state }
        }
      }
      .class("head").id(Self.id)
    }
  }
}
