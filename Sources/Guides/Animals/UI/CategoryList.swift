import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup

/// The first column: all categories with their numbers of animals, and the
/// reload of the sample data.
enum CategoryList {}

extension CategoryList {
  /// Reads the categories.
  struct Container: ImmutableUI.Container {
    let location: AnimalsLocation

    func viewState(_ select: SelectAnimals) -> ViewState {
      let counts = select(.animalsCounts)
      let status = select(.categoriesStatus)
      let isWaiting = status == .waiting || select(.animalsStatus) == .waiting
      return ViewState(
        rows: select(.categoriesValues).map { category in
          ViewState.Row(
            name: category.name,
            count: grouped(counts[category.id] ?? 0),
            unit: counts[category.id] == 1 ? " animal" : " animals",
            href: AnimalsLocation(categoryId: category.id).href,
            isSelected: category.id == location.categoryId)
        },
        progress: ProgressState(status, failure: "The categories could not be loaded."),
        retry: AnimalsRoute.post(.retryCategories, from: location.plain).href,
        reload: isWaiting ? nil : location.with { $0.dialog = .reload }.href)
    }
  }
}

extension CategoryList {
  /// The state of the column.
  struct ViewState: Hashable, Sendable {
    struct Row: Hashable, Sendable {
      let name: String
      let count: String
      let unit: String
      let href: Href
      let isSelected: Bool
    }

    let rows: [Row]
    let progress: ProgressState
    /// The action of the Try again button.
    let retry: Href
    /// The address of the confirmation of a reload; `nil` while no reload is
    /// possible.
    let reload: Href?
  }
}

extension CategoryList {
  /// Renders the column.
  struct Presenter: FragmentPresenter {
    static let id = "category-list"
    let state: ViewState

    var body: some HTML {
      div {
        h2 { "Categories" }.id("category-title")
        ForWriters {
          if let reload = state.reload {
            a {
              "Reload"
              span { " sample data" }.class("vh")
            }
            .class("button").href(reload)
          } else {
            button { "Reload" }.class("button").disabled()
          }
        }
      }
      .class("bar")
      ProgressNotice(state.progress, waiting: "Loading categories", retry: state.retry)
      if !state.rows.isEmpty {
        RowList {
          ForEach(state.rows) { row in
            Row(href: row.href, isCurrent: row.isSelected) {
              RowName(row.name)
              span {
                row.count
                span { row.unit }.class("vh")
              }
              .class("row-end")
            }
          }
        }
      }
    }
  }
}
