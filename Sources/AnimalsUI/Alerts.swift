import AnimalsData
import ImmutableUI
import Markup

/// A question that has to be answered before something is destroyed.
enum Alert {}

extension Alert {
  /// Asks before an animal is deleted.
  struct DeleteContainer: ImmutableUI.Container {
    let animalId: Animal.ID

    func viewState(_ select: SelectAnimals) -> ViewState {
      let animal = select(.animal(animalId: animalId))
      let here = AnimalsRoute.Location(categoryId: animal?.categoryId, animalId: animalId)
      let name = animal?.name ?? "this animal"
      return ViewState(
        title: Phrase("Delete ", name: name, "?"),
        message: "The animal is removed for everybody. This cannot be undone.",
        confirm: Phrase("Yes, delete ", name: name),
        action: AnimalsRoute.post(.deleteAnimal, from: here).href,
        cancel: here.href,
        animalId: animalId)
    }
  }

  /// Asks before all changes are thrown away.
  struct ReloadContainer: ImmutableUI.Container {
    let location: AnimalsRoute.Location

    func viewState(_ select: SelectAnimals) -> ViewState {
      ViewState(
        title: Phrase("Reload Sample Data?"),
        message: "All changes are deleted: animals that were added go, and those that were "
          + "edited or deleted come back as they were.",
        confirm: Phrase("Yes, reload sample data"),
        action: AnimalsRoute.post(.reloadSampleData, from: location.plain).href,
        cancel: location.plain.href,
        animalId: nil)
    }
  }
}

extension Alert {
  /// What the dialog shows.
  struct ViewState: Hashable, Sendable {
    let title: Phrase
    let message: String
    let confirm: Phrase
    let action: Href
    let cancel: Href
    /// What it is about, where that is an animal.
    let animalId: Animal.ID?
  }
}

extension Alert {
  /// How the dialog looks.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ImmutableUI.Sheet(isAlert: true, description: "sheet-text") {
        form {
          h2 { state.title }.id("sheet-title")
          p { state.message }.id("sheet-text")
          if let animalId = state.animalId {
            input().type(.hidden).name("animalId").value(animalId)
          }
          div {
            a { "Cancel" }.class("button").href(state.cancel).autofocus()
            button { state.confirm }.class("button primary danger")
          }
          .class("actions")
        }
        .post(to: state.action)
      }
    }
  }
}
