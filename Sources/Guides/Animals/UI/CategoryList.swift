import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The first column: all animals and the categories, with their numbers of animals.
enum CategoryList {}

extension CategoryList {
  /// Reads the categories.
  struct Container: ImmutableUI.Container {
    let location: AnimalsLocation
    var drawings = AnimalDrawings.preview

    func viewState(_ select: SelectAnimals) -> ViewState {
      let counts =
        location.search.map { select(.foundAnimalsCounts(search: $0)) } ?? select(.animalsCounts)
      let status = select(.categoriesStatus)
      func row(_ name: String, _ categoryId: AnimalsData.Category.ID, _ count: Int) -> ViewState.Row
      {
        ViewState.Row(
          id: "count-\(categoryId)", name: name,
          drawing: drawings(of: categoryId), count: grouped(count),
          unit: count == 1 ? " animal" : " animals",
          href: location.listLocation.with {
            $0.categoryId = categoryId
            $0.selection = location.selection.map { _ in .on }
          }.href,
          isSelected: (location.categoryId ?? (location.search == nil ? nil : AnimalsLocation.all))
            == categoryId)
      }
      let categories = select(.categoriesValues)
      let all =
        categories.isEmpty
        ? [] : [row("All animals", AnimalsLocation.all, counts.values.reduce(0, +))]
      return ViewState(
        rows: all + categories.map { row($0.name, $0.id, counts[$0.id] ?? 0) },
        progress: ProgressState(status, failure: "The categories could not be loaded."),
        retry: AnimalsRoute.post(.retryCategories, from: location.plain).href)
    }
  }
}

extension CategoryList {
  /// The state of the column.
  struct ViewState: Hashable, Sendable {
    struct Row: Hashable, Sendable {
      /// The `id` of the number of animals.
      let id: String
      let name: String
      let drawing: AnimalDrawing
      let count: String
      let unit: String
      let href: Href
      let isSelected: Bool
    }

    let rows: [Row]
    let progress: ProgressState
    /// The action of the Try again button.
    let retry: Href
  }
}

extension CategoryList {
  /// Renders the column.
  struct Presenter: FragmentPresenter {
    static let id = "category-list"
    let state: ViewState

    var body: some HTML {
      h2 { "Categories" }.id("category-title").class("vh")
      ProgressNotice(state.progress, waiting: "Loading categories", retry: state.retry)
      if !state.rows.isEmpty {
        div {
          RowList {
            ForEach(state.rows) { row in
              Row(href: row.href, isCurrent: row.isSelected) {
                span { row.drawing }.class("plate")
                RowText(row.name, direction: .auto)
                LivePart(row.id) { id in
                  span {
                    row.count
                    span { row.unit }.class("vh")
                  }
                  .class("row-end").id(id)
                }
              }
            }
          }
        }
        .class("scroll").data("visit", "push")
      }
    }
  }
}
