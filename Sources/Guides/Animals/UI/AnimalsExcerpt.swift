import AnimalsData
import ImmutableUI
import Look
import Markup

/// The panel of the front page about animals: the categories, and the newest
/// animals.
enum AnimalsExcerpt {
  /// The maximum number of animals shown.
  static let count = 8
}

extension AnimalsExcerpt {
  /// Reads the newest animals.
  struct Container: ImmutableUI.Container {
    func viewState(_ select: SelectAnimals) -> ViewState {
      let counts = select(.animalsCounts)
      return ViewState(
        note: counted(counts.values.reduce(0, +), "animal", "animals"),
        categories: select(.categoriesValues).map { category in
          ViewState.Category(
            name: category.name, count: grouped(counts[category.id] ?? 0),
            href: AnimalsLocation(categoryId: category.id).href)
        },
        rows: select(.newestAnimals).map { animal in
          ViewState.Row(
            name: animal.name, diet: animal.diet.rawValue,
            href: AnimalsLocation(categoryId: animal.categoryId, animalId: animal.id).href)
        },
        progress: ProgressState(select(.animalsStatus), failure: "The animals could not be loaded.")
      )
    }
  }
}

extension AnimalsExcerpt {
  /// The state of the panel.
  struct ViewState: Hashable, Sendable {
    let note: String
    let categories: [Category]
    let rows: [Row]
    let progress: ProgressState

    struct Category: Hashable, Sendable {
      let name: String
      let count: String
      let href: Href
    }

    struct Row: Hashable, Sendable {
      let name: String
      let diet: String
      let href: Href
    }
  }
}

extension AnimalsExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    init(state: ViewState) {
      self.state = state
    }

    var body: some HTML {
      ExcerptPanel(
        "animals", title: AnimalsPage.name, icon: .leaf, href: AnimalsLocation().href,
        note: state.note
      ) {
        ProgressNotice(state.progress, waiting: "Loading animals", retry: nil)
        p {
          ForEach(state.categories) { category in
            a {
              span { category.name }.dir(.auto)
              " "
              span { category.count }.class("num")
            }
            .class("tag").href(category.href)
          }
        }
        .class("said")
        h3 { "Newest" }
        ul {
          ForEach(state.rows) { row in
            li {
              a {
                span { row.name }.class("row-text row-name").dir(.auto)
                span { row.diet }.class("row-end")
              }
              .class("row").href(row.href)
            }
          }
        }
        .class("rows")
      }
    }
  }
}

extension AnimalsRoot {
  /// Returns the panel of the front page.
  func excerpt() -> Excerpt {
    let select = selectors.read()
    return Excerpt(
      "animals-excerpt",
      AnimalsExcerpt.Presenter(state: AnimalsExcerpt.Container().viewState(select)),
      dependencies: select.dependencies)
  }
}
