import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The third column: one animal with its history, and links to edit and delete it.
enum AnimalDetail {}

extension AnimalDetail {
  /// Reads one animal.
  struct Container: ImmutableUI.Container {
    /// The number of changes that the column shows.
    static let shownChanges = 5

    let location: AnimalsLocation
    /// The history of the animal; `nil` if it is not shown.
    var history: Histories.Reading?

    func viewState(_ select: SelectAnimals) -> ViewState {
      guard let animal = select(.animal(animalId: location.animalId)),
        let category = select(.category(animalId: animal.id))?.name
      else {
        if let deletion = select(.deletion(location.animalId)),
          let name = deletion.entries.first?.record.name, deletion.entries.count == 1
        {
          return .deleted(
            ViewState.Deleted(
              name: name, back: location.listLocation.href,
              undo: location.listLocation.target(.restore),
              animalId: HiddenField("animalId", deletion.id)))
        }
        return .noAnimal
      }
      let status = select(.animalStatus(animalId: animal.id))
      func open(_ dialog: RecordsDialog) -> Href? {
        status == .waiting ? nil : location.with { $0.dialog = dialog }.href
      }
      let changes = history.map { history($0, of: animal, select) }
      return .animal(
        ViewState.Animal(
          name: animal.name, drawing: AnimalsData.Category.drawing(of: animal.categoryId),
          category: category,
          diet: animal.diet.rawValue, note: animal.note,
          changes: facts(of: history),
          // Without a status, no operation on the animal has been requested.
          progress: ProgressState(status ?? .success, failure: "Saving the last change failed."),
          list: location.categoryId == AnimalsLocation.all ? "All animals" : category,
          back: location.with { $0.animalId = nil }.href(atRowOf: animal.id),
          edit: open(.edit), delete: open(.delete), neighbours: neighbours(select),
          history: changes,
          all: changes.flatMap { $0.changes.count > Self.shownChanges ? open(.history) : nil }))
    }

    private func neighbours(_ select: SelectAnimals) -> Pager? {
      guard let list = location.list else { return nil }
      let found = select(
        .animalsPage(of: list, page: location.page, animalId: location.animalId))
      guard let place = found.selection, found.count > 1 else { return nil }
      func animal(_ animalId: Animal.ID) -> Href {
        location.with {
          $0.animalId = animalId
          $0.page = nil
        }.href(atRowOf: animalId)
      }
      return Pager(
        range: "\(grouped(place.rank + 1)) of \(grouped(found.count))",
        previous: place.previous.map(animal), next: place.next.map(animal), label: "Animals")
    }

    func history(
      _ reading: Histories.Reading, of animal: Animal?, _ select: SelectAnimals
    ) -> HistoryDialog.ViewState {
      HistoryDialog.ViewState(
        of: location.animalId ?? "", animal, reading, action: location.target(.restore),
        close: location.plain.href, in: select.records())
    }

    /// The times of the first and of the last change.
    private func facts(of reading: Histories.Reading?) -> [ViewState.Change] {
      guard case .success(let versions) = reading else { return [] }
      let added = versions.last { $0.kind == .add }
      let changed = versions.first { $0.kind != .add }
      return [("Added", added), ("Changed", changed)].compactMap { label, version in
        version.map {
          ViewState.Change(label: label, date: Moment($0.date), visitor: $0.visitor)
        }
      }
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

    var isEmpty: Bool {
      if case .animal = self { false } else { true }
    }

    struct Deleted: Hashable, Sendable {
      let name: String
      let back: Href
      let undo: Href
      let animalId: HiddenField
    }

    struct Change: Hashable, Sendable {
      let label: String
      let date: Moment
      let visitor: String?
    }

    struct Animal: Hashable, Sendable {
      let name: String
      let drawing: Icon.Shape
      let category: String
      let diet: String
      let note: String
      /// The times at which it was added and changed, as far as they are known.
      let changes: [Change]
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
      /// The place in the list, with links to the animals beside it; `nil` if the list does not
      /// have the animal.
      let neighbours: Pager?
      /// The changes; `nil` if they are not shown.
      let history: HistoryDialog.ViewState?
      /// The address of all changes, if there are more than are shown.
      let all: Href?
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
              deleted.animalId
              button { "Undo" }.class("button primary")
            }
            .post(to: deleted.undo)
          }
          a { "Show the list" }.class("button").href(deleted.back)
        }
      case .animal(let animal):
        Bar(animal: animal)
        div {
          div {
            Portrait(animal: animal)
            ProgressNotice(animal.progress, waiting: "Saving", retry: nil)
            if !animal.note.isEmpty {
              div {
                h3 { "Note" }
                p { animal.note }.class("note").dir(.auto)
              }
              .class("block")
            }
            if let history = animal.history { Changes(state: history, all: animal.all) }
          }
          .class("detail")
        }
        .class("scroll")
        if let neighbours = animal.neighbours {
          div { neighbours }.class("steps").data("visit", "push")
        }
      }
    }
  }

  private struct Bar: Component {
    let animal: ViewState.Animal

    var body: some HTML {
      div {
        a { animal.list }.class("back").href(animal.back).dir(.auto)
        ForWriters {
          div {
            DialogLink("Edit", href: animal.edit)
            DialogLink("Delete", href: animal.delete, style: "danger")
          }
          .class("actions")
        }
      }
      .class("bar")
    }
  }

  private struct Portrait: Component {
    let animal: ViewState.Animal

    var body: some HTML {
      div {
        Icon(animal.drawing)
        div {
          h2 { animal.name }.id("detail-title").dir(.auto)
          Facts {
            Fact("Category", animal.category)
            Fact("Diet", animal.diet)
            ForEach(animal.changes) { change in
              div {
                dt { change.label }
                dd {
                  time { change.date.day }.datetime(change.date.iso8601)
                  if let visitor = change.visitor {
                    small {
                      "by "
                      bdi { visitor }
                    }
                  }
                }
              }
            }
          }
        }
      }
      .class("plate portrait")
    }
  }

  private struct Changes: Component {
    let state: HistoryDialog.ViewState
    let all: Href?

    var body: some HTML {
      div {
        h3 { "History" }
        if state.changes.isEmpty {
          p { state.note }.class("hint")
        } else {
          ol {
            ForEach(state.changes.prefix(Container.shownChanges)) {
              HistoryDialog.Row(change: $0, state: state)
            }
          }
          .class("history")
        }
        if let all { a { "All \(state.changes.count) changes" }.href(all) }
      }
      .class("block")
    }
  }
}
