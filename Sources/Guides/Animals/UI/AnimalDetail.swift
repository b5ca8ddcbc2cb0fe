import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The third column: one animal with its last changes, and the ways to change it; or the form
/// that changes selected animals.
enum AnimalDetail {}

extension AnimalDetail {
  /// Reads one animal.
  struct Container: ImmutableUI.Container {
    /// The number of changes that the column shows.
    static let shownChanges = 3

    let location: AnimalsLocation
    var drawings = AnimalDrawings.preview
    /// The history of the animal; `nil` if it is not shown.
    var history: Histories.Reading?
    /// The form that changes selected animals; `nil` if the rows of the list are links.
    var selection: SelectionForm.ViewState?

    func viewState(_ select: SelectAnimals) -> ViewState {
      if let selection { return .selecting(selection) }
      guard let animal = select(.animal(animalId: location.animalId)),
        let category = select(.category(animalId: animal.id))?.name
      else {
        if let deletion = select(.deletion(of: location.animalId)), deletion.edits.count == 1,
          let name = deletion.edits.first?.old?.name
        {
          return .deleted(
            ViewState.Deleted(
              name: name, back: location.listLocation.href,
              undo: location.listLocation.target(.restore),
              operation: HiddenField("operation", deletion.key)))
        }
        return .noAnimal
      }
      let status = select(.animalStatus(animalId: animal.id))
      func open(_ dialog: RecordsDialog) -> Href? {
        status == .waiting ? nil : location.with { $0.dialog = dialog }.href
      }
      return .animal(
        ViewState.Animal(
          name: animal.name, drawing: drawings(animal), category: category,
          diet: animal.diet.rawValue, note: animal.note,
          // Without a status, no operation on the animal has been requested.
          progress: ProgressState(status ?? .success, failure: "Saving the last change failed."),
          list: backLabel(category, select),
          back: location.with { $0.animalId = nil }.href(atRowOf: animal.id),
          edit: open(.edit), delete: open(.delete), changes: changes(select),
          all: location.with { $0.dialog = .history }.href))
    }

    /// Returns the name of the list with the number of its animals.
    private func backLabel(_ category: String, _ select: SelectAnimals) -> String {
      guard let list = location.list else { return AnimalsPage.name }
      let count = select(
        .animalsPage(of: list, page: location.page, animalId: location.animalId)
      ).count
      let name = location.categoryId == AnimalsLocation.all ? "All animals" : category
      return "\(name), \(grouped(count))"
    }

    private func changes(_ select: SelectAnimals) -> [ChangeLine] {
      guard case .success(let versions) = history else { return [] }
      return ChangeLine.lines(
        of: versions.prefix(Self.shownChanges), at: location, in: select.records(),
        stored: { select(.animal(animalId: $0)) })
    }
  }
}

extension AnimalDetail {
  /// The state of the column.
  enum ViewState: Hashable, Sendable {
    /// No animal is selected. Without a category, the list asks for one.
    case noAnimal
    /// The animal was deleted a short while ago.
    case deleted(Deleted)
    case animal(Animal)
    /// The rows of the list have boxes.
    case selecting(SelectionForm.ViewState)

    /// The accessible name of the column.
    var name: AccessibleName {
      switch self {
      case .animal, .selecting: .heading("detail-title")
      case .noAnimal, .deleted: .label("Animal")
      }
    }

    struct Deleted: Hashable, Sendable {
      let name: String
      let back: Href
      let undo: Href
      let operation: HiddenField
    }

    struct Animal: Hashable, Sendable {
      let name: String
      let drawing: AnimalDrawing
      let category: String
      let diet: String
      let note: String
      /// The progress of the last operation on the animal.
      let progress: ProgressState
      /// The name of the list, for narrow screens.
      let list: String
      /// The address of the list, for narrow screens.
      let back: Href
      /// The address of the editor; `nil` while an operation is in progress.
      let edit: Href?
      /// The address of the confirmation; `nil` while an operation is in
      /// progress.
      let delete: Href?
      /// The last changes, the newest first, as far as they are known.
      let changes: [ChangeLine]
      /// The page of all changes.
      let all: Href
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
      case .noAnimal:
        EmptyState(
          "Select an animal", message: "Its category and diet will appear here.", icon: .leaf)
      case .deleted(let deleted):
        EmptyState(
          "“\(deleted.name)” was deleted",
          message: "Someone deleted this animal a short while ago.",
          icon: .leaf
        ) {
          ForWriters {
            form {
              deleted.operation
              button { "Undo" }.class("button primary")
            }
            .post(to: deleted.undo)
          }
          a { "Show the list" }.class("button").href(deleted.back)
        }
      case .animal(let animal):
        a { animal.list }.class("back").href(animal.back).dir(.auto)
        div {
          div {
            Portrait(animal: animal)
            ProgressNotice(animal.progress, waiting: "Saving", retry: nil)
            if !animal.note.isEmpty { p { animal.note }.class("note").dir(.auto) }
            if !animal.changes.isEmpty {
              ForWriters {
                section {
                  h3 { "Changes" }
                  ChangeList(animal.changes)
                  a { "All changes" }.class("more").href(animal.all)
                }
              }
            }
          }
          .class("detail")
        }
        .class("scroll")
      case .selecting(let selection):
        div { SelectionForm(state: selection) }.class("scroll")
      }
    }
  }

  private struct Portrait: Component {
    let animal: ViewState.Animal

    var body: some HTML {
      div {
        span { animal.drawing }.class("plate")
        div {
          h2 { animal.name }.id("detail-title").dir(.auto)
          p {
            bdi { animal.category }
            " · \(animal.diet)"
          }
        }
        ForWriters {
          div {
            DialogLink("Edit", href: animal.edit)
            if let href = animal.delete {
              Menu("More", id: "open-delete") { a { "Delete…" }.class("danger").href(href) }
            }
          }
          .class("actions")
        }
      }
      .class("portrait")
    }
  }
}
