import AnimalsData
import ImmutableUI
import Look
import Markup
import Records

/// The panel of the front page about animals: the categories, and the newest
/// animal.
enum AnimalsExcerpt {
  /// The maximum number of categories shown.
  static let categories = 6
}

extension AnimalsExcerpt {
  /// Reads the categories and the newest animal.
  struct Container: ImmutableUI.Container {
    func viewState(_ select: SelectAnimals) -> ViewState {
      let counts = select(.animalsCounts)
      let categories = select(.categoriesValues)
      let animals = counted(counts.values.reduce(0, +), "animal", "animals")
      return ViewState(
        note: categories.isEmpty
          ? animals : "\(animals) in \(counted(categories.count, "category", "categories"))",
        categories: categories.prefix(AnimalsExcerpt.categories).map { category in
          ViewState.Category(
            name: category.name, drawing: AnimalsData.Category.drawing(of: category.id),
            count: grouped(counts[category.id] ?? 0),
            href: AnimalsLocation(categoryId: category.id).href)
        },
        newest: select(.newestAnimals(count: 1)).first.map { animal in
          ExcerptText(
            "Newest", name: animal.name,
            href: AnimalsLocation(categoryId: animal.categoryId, animalId: animal.id).href,
            note: [select(.category(categoryId: animal.categoryId))?.name, animal.diet.rawValue]
              .compactMap { $0 }.joined(separator: ", "))
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
    /// The animal that was added last; `nil` if there are no animals.
    let newest: ExcerptText?
    let progress: ProgressState

    struct Category: Hashable, Sendable {
      let name: String
      let drawing: Icon.Shape
      let count: String
      let href: Href
    }
  }
}

extension AnimalsExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ExcerptPanel(
        "animals", title: AnimalsPage.name, icon: .leaf, href: AnimalsLocation().href,
        note: state.note, all: "All animals"
      ) {
        ProgressNotice(state.progress, waiting: "Loading animals", retry: nil)
        if !state.categories.isEmpty {
          ExcerptPicture {
            ul {
              ForEach(state.categories) { category in
                li {
                  a {
                    Icon(category.drawing)
                    strong { category.count }.class("num")
                    " "
                    span { category.name }.dir(.auto)
                  }
                  .href(category.href)
                }
              }
            }
            .class("excerpt-kinds")
          }
        }
        if let newest = state.newest {
          newest
        } else if state.progress == .settled {
          EmptyState("No animals yet", icon: .leaf)
        }
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
