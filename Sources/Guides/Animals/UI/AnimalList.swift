import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup

/// The second column: the animals of the selected category.
enum AnimalList {}

extension AnimalList {
  /// Reads the animals of one category.
  struct Container: ImmutableUI.Container {
    let location: AnimalsLocation

    func viewState(_ select: SelectAnimals) -> ViewState {
      guard let category = select(.category(categoryId: location.categoryId)) else {
        return .noCategory
      }
      let status = select(.animalsStatus)
      let here = AnimalsLocation(categoryId: category.id)
      return .category(
        ViewState.Animals(
          category: category.name,
          rows: select(.animalsValues(categoryId: category.id)).map { animal in
            ViewState.Row(
              name: animal.name,
              diet: animal.diet.rawValue,
              href: AnimalsLocation(categoryId: category.id, animalId: animal.id).href,
              isSelected: animal.id == location.animalId)
          },
          progress: ProgressState(status, failure: "The animals could not be loaded."),
          back: AnimalsLocation().href,
          retry: AnimalsRoute.post(.retryAnimals, from: location.plain).href,
          add: status == .waiting ? nil : here.with { $0.dialog = .add }.href))
    }
  }
}

extension AnimalList {
  /// The state of the column.
  enum ViewState: Hashable, Sendable {
    case noCategory
    case category(Animals)

    struct Animals: Hashable, Sendable {
      let category: String
      let rows: [Row]
      let progress: ProgressState
      /// The address of the categories, for narrow screens.
      let back: Href
      /// The action of the Try again button.
      let retry: Href
      /// The address of the editor; `nil` while no animal can be added.
      let add: Href?
    }

    struct Row: Hashable, Sendable {
      let name: String
      let diet: String
      let href: Href
      let isSelected: Bool
    }
  }
}

extension AnimalList {
  /// Renders the column.
  struct Presenter: FragmentPresenter {
    static let id = "animal-list"
    let state: ViewState

    var body: some HTML {
      switch state {
      case .noCategory:
        EmptyState("Select a category", message: "Its animals will appear here.", icon: .leaf)
      case .category(let animals):
        Bar(state: animals)
        ProgressNotice(animals.progress, waiting: "Loading animals", retry: animals.retry)
        if !animals.rows.isEmpty {
          RowList {
            ForEach(animals.rows) { row in
              Row(href: row.href, isCurrent: row.isSelected) {
                span {
                  span { row.name }.class("row-name").dir(.auto)
                  span { row.diet }.class("row-note")
                }
                .class("row-text")
              }
            }
          }
        } else if animals.progress == .settled {
          EmptyState("No animals in this category", icon: .leaf) {
            ForWriters {
              AddButton(href: animals.add, isPrimary: true)
            }
          }
        }
      }
    }
  }

  private struct Bar: Component {
    let state: ViewState.Animals

    var body: some HTML {
      div {
        a { "Categories" }.class("back").href(state.back)
        h2 { state.category }.id("animal-title").dir(.auto)
        ForWriters {
          AddButton(href: state.add, isPrimary: false)
        }
      }
      .class("bar")
    }
  }

  private struct AddButton: Component {
    let href: Href?
    let isPrimary: Bool

    var body: some HTML {
      if let href {
        a {
          Icon(.plus)
          "Add"
          span { " animal" }.class("vh")
        }
        .class("button", isPrimary ? "primary" : nil).href(href)
      } else {
        button {
          Icon(.plus)
          "Add"
        }
        .class("button").disabled()
      }
    }
  }
}
