import AnimalsData
import ImmutableUI
import Look
import Markup
import Records

/// The three-column page, with an optional dialog over it.
public enum AnimalsPage {
  /// The title of the guide.
  public static let name = "Animals"
}

extension AnimalsPage {
  /// Combines the view states of the components.
  struct Container: ImmutableUI.Container {
    private let location: AnimalsLocation
    private let deletedAnimalId: Animal.ID?
    private let editor: AnimalEditor.Container?
    private let isChanged: Bool

    /// - Parameters:
    ///   - location: the location of the window. After a deletion, its animal is
    ///     the deleted one, which is named in the notice but not selected.
    ///   - editor: the editor, if it is open.
    ///   - isChanged: true if the animal was changed after the deletion was
    ///     requested.
    init(
      location: AnimalsLocation, editor: AnimalEditor.Container? = nil,
      isChanged: Bool = false
    ) {
      var location = location
      deletedAnimalId = location.notice == .deleted ? location.animalId : nil
      if location.notice == .deleted { location.animalId = nil }
      self.location = location
      self.editor = editor
      self.isChanged = isChanged
    }

    func viewState(_ select: SelectAnimals) -> ViewState {
      let dialog = dialog(select)
      return ViewState(
        title: title(with: dialog, select),
        summary: summary(select),
        notice: notice(select),
        dismiss: location.plain.href,
        current: location.animalId != nil
          ? .animalDetail : location.categoryId != nil ? .animalList : .categoryList,
        categoryList: CategoryList.Container(location: location).viewState(select),
        animalList: AnimalList.Container(location: location).viewState(select),
        animalDetail: AnimalDetail.Container(location: location).viewState(select),
        dialog: dialog)
    }

    private func dialog(_ select: SelectAnimals) -> ViewState.Dialog? {
      if let editor { return .editor(editor.viewState(select)) }
      switch location.dialog {
      case .add, .edit, nil: return nil
      case .reload:
        return .confirmation(Confirmations.ReloadContainer(location: location).viewState(select))
      case .delete:
        return location.animalId.map {
          .confirmation(
            Confirmations.DeleteContainer(animalId: $0, isChanged: isChanged).viewState(select))
        }
      }
    }

    private func summary(_ select: SelectAnimals) -> String {
      let categories = select(.categoriesValues).count
      let animals = select(.animalsCounts).values.reduce(0, +)
      return counted(categories, "category", "categories") + ", "
        + counted(animals, "animal", "animals")
    }

    private func notice(_ select: SelectAnimals) -> Phrase? {
      func phrase(_ name: String?, _ outcome: String) -> Phrase {
        name.map { Phrase("“", name: $0, "” \(outcome)") } ?? Phrase("The animal \(outcome)")
      }
      let name = select(.animal(animalId: location.animalId))?.name
      return switch location.notice {
      case nil: nil
      case .added: phrase(name, "was added.")
      case .updated: phrase(name, "was saved.")
      case .deleted:
        phrase(select(.deletedAnimalName(animalId: deletedAnimalId)), "was deleted.")
      case .reloaded: Phrase("The sample data was restored.")
      }
    }

    private func title(with dialog: ViewState.Dialog?, _ select: SelectAnimals) -> String {
      switch dialog {
      case .editor(let editor):
        return editor.problem == nil ? editor.title : "Error: \(editor.title)"
      case .confirmation(let confirmation):
        return confirmation.text
      case nil:
        break
      }
      let category = select(.category(categoryId: location.categoryId))?.name
      if let animal = select(.animal(animalId: location.animalId)) {
        return [animal.name, category].compactMap { $0 }.joined(separator: ", ")
      }
      return [category, AnimalsPage.name].compactMap { $0 }.joined(separator: " - ")
    }
  }
}

extension AnimalsPage {
  /// The state of the page.
  public struct ViewState: Hashable, Sendable {
    enum Column: Hashable, Sendable {
      case categoryList, animalList, animalDetail
    }

    enum Dialog: Hashable, Sendable {
      case editor(AnimalEditor.ViewState)
      case confirmation(Confirmation.ViewState)
    }

    let title: String
    let summary: String
    let notice: Phrase?
    let dismiss: Href
    /// The column that narrow screens show.
    let current: Column
    let categoryList: CategoryList.ViewState
    let animalList: AnimalList.ViewState
    let animalDetail: AnimalDetail.ViewState
    let dialog: Dialog?

    /// The meta description of the page.
    var description: String {
      if case .animal(let animal) = animalDetail {
        return "\(animal.name). Category: \(animal.category). Diet: \(animal.diet)."
      }
      if case .category(let animals) = animalList {
        return "\(animals.category): the animals in this category, with their diets."
      }
      return "Animals from amphibians to reptiles, listed by category with their diets."
    }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      if categoryList.progress == .waiting { return true }
      if case .category(let animals) = animalList, animals.progress == .waiting { return true }
      if case .animal(let animal) = animalDetail, animal.progress == .waiting { return true }
      return false
    }
  }
}
