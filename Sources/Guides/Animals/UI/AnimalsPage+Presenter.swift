import AnimalsData
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
      RecordsPage<Animal>.RecordsDialogs(dialog: state.dialog, outcome: state.outcome) {
        // Told before the columns, so that the head does not show until they come.
        div { Fragment(Head(state: state.head)) }.class("part", state.isAlone ? "wide-head" : nil)
        state.outcome
        Columns(kind: "fixed") {
          Fragment(
            Column<CategoryList.Presenter>(
              state.categoryList, isCurrent: state.current == .categoryList,
              name: .heading("category-title")))
          Fragment(
            Column<AnimalList.Presenter>(
              state.animalList, isCurrent: state.current == .animalList,
              name: state.animalList == .noCategory
                ? .label("Animals") : .heading("animal-title")))
          Fragment(
            Column<AnimalDetail.Presenter>(
              state.animalDetail,
              isCurrent: state.isAlone || state.animalList.selection != nil,
              name: state.animalDetail.name))
        }
      }
    }
  }

  /// The title, the search, and the actions on all animals.
  struct Head: FragmentPresenter {
    static let id = "animals-head"

    struct ViewState: Hashable, Sendable {
      let count: String
      let search: SearchField
      /// The addresses of the dialogs; `nil` while they can do nothing.
      let add: Href?
      let importing: Href?
      let exports: [Link]
      let reload: Href?
    }

    let state: ViewState

    var body: some HTML {
      PageHead(AnimalsPage.name, count: state.count, id: Self.id) {
        state.search
        ForWriters {
          AddLink(id: "open-add", href: state.add, one: "animal")
        }
        Menu("More", id: "more") {
          ForWriters {
            if let href = state.importing { a { "Import…" }.href(href) }
          }
          ForWriters { a { "Changes" }.href(AnimalsLocation(dialog: .history).href) }
          ForEach(state.exports) { export in a { export.label }.href(export.href) }
          ForWriters {
            if let href = state.reload { a { "Reset sample data…" }.class("danger").href(href) }
          }
        }
      }
    }
  }
}
