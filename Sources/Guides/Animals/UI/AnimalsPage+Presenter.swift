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
          Fragment("dialog", isPersonal: editor.isNew, AnimalEditor.Presenter(state: editor))
        case .confirmation(let confirmation):
          Fragment("dialog", Confirmation.Presenter(state: confirmation))
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
      Fragment("animals-head", Head(state: state.summary))
      if let notice = state.notice { Notice(notice, dismiss: state.dismiss) }
      Columns {
        Fragment(
          "category-list",
          Column<CategoryList.Presenter>(
            "category-list", state.categoryList, isCurrent: state.current == .categoryList,
            name: .heading("category-title")))
        Fragment(
          "animal-list",
          Column<AnimalList.Presenter>(
            "animal-list", state.animalList, isCurrent: state.current == .animalList,
            name: state.animalList == .noCategory ? .label("Animals") : .heading("animal-title")))
        Fragment(
          "animal-detail",
          Column<AnimalDetail.Presenter>(
            "animal-detail", state.animalDetail, isCurrent: state.current == .animalDetail,
            name: state.animalDetail.isEmpty ? .label("Animal") : .heading("detail-title")))
      }
    }
  }

  struct Head: ImmutableUI.Presenter {
    let state: String

    var body: some HTML {
      header {
        div {
          h1 { AnimalsPage.name }
          p { state }
        }
      }
      .class("head").id("animals-head")
    }
  }
}
