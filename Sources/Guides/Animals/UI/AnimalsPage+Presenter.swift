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
      RecordsPage<Animal>.RecordsDialogs(dialog: state.dialog) {
        Fragment(Head(state: state.head))
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
              state.animalDetail, isCurrent: state.current == .animalDetail,
              name: state.animalDetail.isEmpty ? .label("Animal") : .heading("detail-title")))
        }
      }
    }
  }

  /// The title, the search, and the actions on all animals.
  struct Head: FragmentPresenter {
    static let id = "animals-head"

    struct ViewState: Hashable, Sendable {
      let summary: String
      let search: String
      /// The error message of the search field; `nil` if its text is valid.
      let problem: String?
      /// The order that a search keeps; `nil` for that of names.
      let order: String?
      /// The addresses of the dialogs; `nil` while they can do nothing.
      let add: Href?
      let importing: Href?
      let exports: [Link]
      let reload: Href?
    }

    let state: ViewState

    var body: some HTML {
      header {
        div {
          h1 { AnimalsPage.name }
          LivePart("summary") { p { state.summary }.id($0) }
        }
        form {
          Field("Search animals", id: "search", error: state.problem) { field in
            input().type(.search).id("search").name("search").value(state.search).dir(.auto)
              .aria(.invalid, field.invalid).aria(.describedby, field.description)
          }
          if let order = state.order { HiddenField("order", order) }
          button { "Search" }.class("button")
        }
        .class("query").get(AnimalsLocation().href).role("search").aria(.label, "Search animals")
        div {
          ForWriters {
            AddLink(id: "open-add", href: state.add, one: "animal")
          }
          button { "More" }.class("button menu").id("more").popovertarget("more-list")
          div {
            ForWriters {
              if let href = state.importing { a { "Import…" }.href(href) }
            }
            ForEach(state.exports) { export in a { export.label }.href(export.href) }
            ForWriters {
              if let href = state.reload { a { "Reset sample data…" }.class("danger").href(href) }
            }
          }
          .class("menu-list").id("more-list").popover()
        }
        .class("actions")
      }
      .class("head").id(Self.id)
    }
  }
}
