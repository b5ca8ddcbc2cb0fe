import AnimalsData
import ImmutableUI
import Look
import Markup
import Records

/// The panel of the front page about animals: drawings of the newest ones, and the name of the
/// newest of all.
enum AnimalsExcerpt {
  /// The maximum number of drawings, in two rows.
  static let count = 8
}

extension AnimalsExcerpt {
  /// Reads the newest animals.
  struct Container: ImmutableUI.Container {
    var drawings = AnimalDrawings.preview

    func viewState(_ select: SelectAnimals) -> ViewState {
      let newest = select(.newestAnimals(count: AnimalsExcerpt.count))
      return ViewState(
        note: grouped(select(.animalsCounts).values.reduce(0, +)),
        drawings: newest.map { drawings($0) },
        newest: newest.first.map { animal in
          ExcerptText(
            animal.name,
            href: AnimalsLocation(categoryId: animal.categoryId, animalId: animal.id).href,
            note: "Newest")
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
    let drawings: [AnimalDrawing]
    /// The animal that was added last; `nil` if there are no animals.
    let newest: ExcerptText?
    let progress: ProgressState
  }
}

extension AnimalsExcerpt {
  /// Renders the panel.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ExcerptPanel(
        "animals", title: AnimalsPage.name, href: AnimalsLocation().href, note: state.note
      ) {
        ProgressNotice(state.progress, waiting: "Loading animals", retry: nil)
        if let newest = state.newest {
          ExcerptPicture { div { ForEach(state.drawings) { $0 } }.class("kinds") }
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
      AnimalsExcerpt.Presenter(
        state: AnimalsExcerpt.Container(drawings: drawings).viewState(select)),
      dependencies: select.dependencies)
  }
}
