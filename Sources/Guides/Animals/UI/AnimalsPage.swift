import AnimalsData
import ImmutableData
import ImmutableUI
import Look
import Markup
import Records

/// The three-column page, with an optional dialog over it.
public enum AnimalsPage {
  /// The title of the guide.
  public static let name = "Animals"

  /// The style sheets of all pages: the same ones, so that the script can show one page in place
  /// of another.
  static let styleSheets = ["page-animals.css", RecordsPage<Animal>.styleSheet]
}

extension AnimalsPage {
  /// Combines the view states of the components.
  struct Container: ImmutableUI.Container {
    private let location: AnimalsLocation
    private let operation: String?
    private let content: EditingPage<Animal>
    private let history: Histories.Reading?

    /// - Parameters:
    ///   - location: the location of the window. After a deletion or an import, its animal
    ///     is the operation, which the notice is about, and which is not selected.
    ///   - content: what does not depend on the state alone.
    ///   - history: the history of the selected animal; `nil` if it is not shown.
    init(
      location: AnimalsLocation, content: EditingPage<Animal> = EditingPage(),
      history: Histories.Reading? = nil
    ) {
      var location = location
      operation = location.operation
      if operation != nil { location.animalId = nil }
      self.location = location
      self.content = content
      self.history = history
    }

    func viewState(_ select: SelectAnimals) -> ViewState {
      let dialog = dialog(select)
      return ViewState(
        title: title(with: dialog, select),
        head: head(select),
        notice: dialog == nil ? notice(select) : nil,
        importing: location.notice == .imported ? importing(select) : nil, undo: undo(select),
        dismiss: location.plain.href,
        current: location.animalId != nil
          ? .animalDetail : location.list != nil ? .animalList : .categoryList,
        categoryList: CategoryList.Container(location: location).viewState(select),
        animalList: AnimalList.Container(location: location).viewState(select),
        animalDetail: AnimalDetail.Container(location: location, history: history)
          .viewState(select),
        dialog: dialog)
    }

    private func dialog(_ select: SelectAnimals) -> RecordsPage<Animal>.Dialog? {
      if let form = content.form {
        return .editor(
          AnimalEditor.Container(location: location, form: form, problem: content.problem)
            .viewState(select))
      }
      if let dialog = content.dialog { return dialog }
      switch location.dialog {
      case .add, .edit, nil: return nil
      case .reload:
        return .confirmation(Confirmations.ReloadContainer(location: location).viewState(select))
      case .delete:
        return select(.animal(animalId: location.animalId)).map { animal in
          .confirmation(
            Confirmation.ViewState(
              deleting: Entry(id: animal.id, record: animal), isChanged: content.isChanged,
              refusal: content.refusal, in: select.records(),
              action: AnimalsRoute.post(.deleteAnimal, from: location.plain).href,
              cancel: location.closed(at: "delete")))
        }
      case .history:
        let animal = select(.animal(animalId: location.animalId))
        return history.map {
          .history(
            AnimalDetail.Container(location: location).history($0, of: animal, select))
        }
      case .importing:
        return .importing(
          ImportDialog.ViewState(
            of: Animal.self, nil,
            action: AnimalsRoute.post(.importAnimals, from: location.plain).href,
            cancel: location.plain.href))
      }
    }

    private func head(_ select: SelectAnimals) -> Head.ViewState {
      let categories = select(.categoriesValues).count
      let animals = select(.animalsCounts).values.reduce(0, +)
      let isWaiting =
        select(.categoriesStatus) == .waiting || select(.animalsStatus) == .waiting
      return Head.ViewState(
        summary: counted(categories, "category", "categories") + ", "
          + counted(animals, "animal", "animals"),
        search: location.rejectedSearch ?? location.search ?? "",
        problem: location.rejectedSearch.map { _ in QueryText.tooLongMessage(for: "Search animals")
        },
        order: location.order == .name ? nil : location.order.rawValue,
        add: isWaiting ? nil : location.with { $0.dialog = .add }.href,
        importing: isWaiting ? nil : location.with { $0.dialog = .importing }.href,
        exports: location.exports { AnimalsRoute.export($0).href },
        reload: isWaiting ? nil : location.with { $0.dialog = .reload }.href)
    }

    /// Returns the notice of what has happened: an address may tell anything.
    private func notice(_ select: SelectAnimals) -> Phrase? {
      func phrase(_ outcome: String, _ deleted: String? = nil) -> Phrase? {
        let name = deleted ?? select(.animal(animalId: location.animalId))?.name
        return name.map { Phrase("“", name: $0, "” was \(outcome).") }
      }
      func several(_ count: Int, _ outcome: String) -> Phrase {
        Phrase("\(counted(count, "animal", "animals")) \(count == 1 ? "was" : "were") \(outcome).")
      }
      func performed(_ outcome: String) -> Phrase? {
        guard location.several > 0 else { return phrase(outcome) }
        // The animals before the sample data were reloaded are restored without an operation.
        guard let operation else {
          let count = select(.animalsCounts).values.reduce(0, +)
          return count == location.several ? several(count, outcome) : nil
        }
        guard select(.animalStatus(animalId: operation)) == .success else { return nil }
        // An operation on one animal has its id.
        if select(.animal(animalId: operation)) != nil { return nil }
        if select(.deletedAnimalName(animalId: operation)) != nil { return nil }
        return several(location.several, outcome)
      }
      return switch location.notice {
      case nil: nil
      case .added: phrase("added")
      case .updated: operation == nil && location.several > 0 ? nil : performed("saved")
      case .restored: performed("restored")
      case .deleted where location.several > 0:
        select(.deletion(id: operation)).map { several($0.entries.count, "deleted") }
      case .deleted:
        select(.deletedAnimalName(animalId: operation)).flatMap { phrase("deleted", $0) }
      case .imported where location.several == 0 && operation == nil:
        Phrase("Nothing was imported.")
      case .imported: operation == nil ? nil : performed("imported")
      case .reloaded:
        select(.animalsBeforeReload).map { _ in Phrase("The sample data was restored.") }
      }
    }

    private func importing(_ select: SelectAnimals) -> ImportNotice? {
      ImportNotice(
        of: Animal.self, location.several, select(.animalStatus(animalId: operation)),
        select(.part(ofOperation: operation)),
        choose: location.plain.with { $0.dialog = .importing }.href)
    }

    private func undo(_ select: SelectAnimals) -> Notice.Undo? {
      switch location.notice {
      case .deleted:
        guard let operation, select(.deletion(id: operation)) != nil else { return nil }
        return Notice.Undo(
          AnimalsRoute.post(.restoreAnimal, from: location.plain).href,
          fields: [HiddenField("animalId", operation)])
      case .reloaded:
        guard select(.animalsBeforeReload) != nil else { return nil }
        return Notice.Undo(AnimalsRoute.post(.undoReload, from: location.plain).href)
      default: return nil
      }
    }

    private func title(with dialog: RecordsPage<Animal>.Dialog?, _ select: SelectAnimals) -> String
    {
      if let dialog { return dialog.title }
      if location.rejectedSearch != nil { return "Error: \(AnimalsPage.name)" }
      let category = select(.category(categoryId: location.categoryId))?.name
      if let animal = select(.animal(animalId: location.animalId)) {
        return [animal.name, category].compactMap { $0 }.joined(separator: ", ")
      }
      if let deleted = select(.deletedAnimalName(animalId: location.animalId)) {
        return "“\(deleted)” was deleted"
      }
      return [location.search.map { "“\($0)”" }, category, AnimalsPage.name]
        .compactMap { $0 }.joined(separator: " - ")
    }
  }
}

extension AnimalsPage {
  /// The state of the page.
  public struct ViewState: Hashable, Sendable {
    enum Column: Hashable, Sendable {
      case categoryList, animalList, animalDetail
    }

    let title: String
    let head: Head.ViewState
    let notice: Phrase?
    /// The import that is in progress or has failed; `nil` for none.
    let importing: ImportNotice?
    /// The form that undoes what the notice reports; `nil` if that is impossible.
    let undo: Notice.Undo?
    let dismiss: Href
    /// The column that narrow screens show.
    let current: Column
    let categoryList: CategoryList.ViewState
    let animalList: AnimalList.ViewState
    let animalDetail: AnimalDetail.ViewState
    let dialog: RecordsPage<Animal>.Dialog?

    /// The meta description of the page.
    var description: String {
      if case .animal(let animal) = animalDetail {
        return "\(animal.name). Category: \(animal.category). Diet: \(animal.diet)."
      }
      if case .animals(let animals) = animalList {
        return "\(animals.bar.title): the animals in this list, with their diets."
      }
      return "Animals from amphibians to reptiles, listed by category with their diets."
    }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      if categoryList.progress == .waiting || importing?.isWaiting == true { return true }
      if case .animals(let animals) = animalList, animals.progress == .waiting { return true }
      if case .animal(let animal) = animalDetail, animal.progress == .waiting { return true }
      return false
    }
  }
}
