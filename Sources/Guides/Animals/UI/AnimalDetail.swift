import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup

/// The third column: one animal, with links to edit and delete it.
enum AnimalDetail {}

extension AnimalDetail {
  /// Reads one animal.
  struct Container: ImmutableUI.Container {
    let location: AnimalsLocation

    func viewState(_ select: SelectAnimals) -> ViewState {
      guard let animal = select(.animal(animalId: location.animalId)),
        let category = select(.category(animalId: location.animalId))
      else {
        let category = select(.category(categoryId: location.categoryId))
        return category == nil ? .noCategory : .noAnimal
      }
      let here = AnimalsLocation(categoryId: category.id, animalId: animal.id)
      let status = select(.animalStatus(animalId: animal.id))
      let isWaiting = status == .waiting
      return .animal(
        ViewState.Animal(
          name: animal.name,
          category: category.name,
          diet: animal.diet.rawValue,
          // Without a status, no operation on the animal has been requested.
          progress: status == nil
            ? .settled : ProgressState(status, failure: "Saving the last change failed."),
          back: AnimalsLocation(categoryId: category.id).href,
          edit: isWaiting ? nil : here.with { $0.dialog = .edit }.href,
          delete: isWaiting ? nil : here.with { $0.dialog = .delete }.href))
    }
  }
}

extension AnimalDetail {
  /// The state of the column.
  enum ViewState: Hashable, Sendable {
    /// No category is selected; the list asks for one.
    case noCategory
    case noAnimal
    case animal(Animal)

    var isEmpty: Bool {
      if case .animal = self { false } else { true }
    }

    struct Animal: Hashable, Sendable {
      let name: String
      let category: String
      let diet: String
      /// The progress of the last operation on the animal.
      let progress: ProgressState
      /// The address of the list, for narrow screens.
      let back: Href
      /// The address of the editor; `nil` while an operation is in progress.
      let edit: Href?
      /// The address of the confirmation; `nil` while an operation is in
      /// progress.
      let delete: Href?
    }
  }
}

extension AnimalDetail {
  /// Renders the column.
  struct Presenter: FragmentPresenter {
    static let id = "animal-detail"
    let state: ViewState

    var body: some HTML {
      switch state {
      case .noCategory: p { "Select an animal" }.class("row-note quiet")
      case .noAnimal:
        EmptyState(
          "Select an animal", message: "Its category and diet will appear here.", icon: .leaf)
      case .animal(let animal):
        div {
          a { animal.category }.class("back").href(animal.back).dir(.auto)
          ForWriters {
            div {
              Action(label: "Edit", href: animal.edit)
              Action(label: "Delete", href: animal.delete, style: "danger")
            }
            .class("actions")
          }
        }
        .class("bar")
        div {
          div {
            Icon(.leaf)
            h2 { animal.name }.id("detail-title").dir(.auto)
          }
          .class("plate")
          ProgressNotice(animal.progress, waiting: "Saving", retry: nil)
          Facts {
            Fact("Category", animal.category)
            Fact("Diet", animal.diet)
          }
        }
        .class("detail")
      }
    }
  }

  private struct Action: Component {
    let label: String
    let href: Href?
    var style: String?

    var body: some HTML {
      if let href {
        a { label }.class("button", style).href(href)
      } else {
        button { label }.class("button", style).disabled()
      }
    }
  }
}
