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
    /// The location of the request, and that of the links of the page.
    private let requested, location: AnimalsLocation
    private let content: EditingPage<Animal>
    private let history: Histories.Reading?
    private let drawings: AnimalDrawings

    /// - Parameters:
    ///   - location: the location of the window.
    ///   - content: what does not depend on the state alone.
    ///   - history: the history of the selected animal; `nil` if it is not shown.
    ///   - drawings: the drawings of the animals.
    init(
      location: AnimalsLocation, content: EditingPage<Animal> = EditingPage(form: nil),
      history: Histories.Reading? = nil, drawings: AnimalDrawings = .preview
    ) {
      requested = location
      self.location = location.withoutOperation
      self.content = content
      self.history = history
      self.drawings = drawings
    }

    func viewState(_ select: SelectAnimals) -> ViewState {
      let dialog = dialog(select)
      let list = AnimalList.Container(location: location, drawings: drawings).viewState(select)
      return ViewState(
        title: title(with: dialog, select),
        head: head(select),
        outcome: outcome(select, hasDialog: dialog?.isOverPage == true),
        current: location.animalId != nil
          ? .animalDetail : location.list != nil ? .animalList : .categoryList,
        categoryList: CategoryList.Container(location: location, drawings: drawings)
          .viewState(select),
        animalList: list,
        animalDetail: AnimalDetail.Container(
          location: location, drawings: drawings, history: history, selection: list.selection
        ).viewState(select),
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
      case .add, .edit, .history, nil: return nil
      case .reload:
        return .confirmation(reload(select))
      case .delete:
        return select(.animal(animalId: location.animalId)).map { animal in
          .confirmation(
            Confirmation.ViewState(
              deleting: Entry(id: animal.id, record: animal), content, at: location,
              in: select.records()))
        }
      case .importing:
        return .importing(ImportDialog.ViewState(of: Animal.self, nil, at: location))
      }
    }

    /// Returns the confirmation of a reload, which discards all changes.
    private func reload(_ select: SelectAnimals) -> Confirmation.ViewState {
      let animals = counted(select(.animalsCounts).values.reduce(0, +), "animal", "animals")
      return Confirmation.ViewState(
        title: Phrase("Reset sample data?"),
        message: "All \(animals) are replaced by the samples, for everyone. Added animals are "
          + "removed; edited and deleted ones are restored. You can undo this.",
        confirm: Phrase("Yes, reset sample data"),
        action: AnimalsRoute.post(.reloadSampleData, from: location.plain).href,
        cancel: location.plain.href)
    }

    private func head(_ select: SelectAnimals) -> Head.ViewState {
      let categories = select(.categoriesValues).count
      let animals = select(.animalsCounts).values.reduce(0, +)
      let isWaiting =
        select(.categoriesStatus) == .waiting || select(.animalsStatus) == .waiting
      var hidden: [HiddenField] = []
      if location.order != .name { hidden.append(HiddenField("order", location.order.rawValue)) }
      if location.selection != nil { hidden.append(HiddenField("select", "on")) }
      return Head.ViewState(
        count: "\(grouped(animals)) in \(counted(categories, "category", "categories"))",
        search: SearchField(
          "Search animals", action: AnimalsLocation().href,
          value: location.rejectedSearch ?? location.search ?? "", hidden: hidden,
          problem: location.rejectedSearch.map { _ in
            QueryText.tooLongMessage(for: "Search animals")
          }),
        add: isWaiting ? nil : location.with { $0.dialog = .add }.href,
        importing: isWaiting ? nil : location.with { $0.dialog = .importing }.href,
        exports: location.exports,
        reload: isWaiting ? nil : location.with { $0.dialog = .reload }.href)
    }

    /// Returns the outcome of the last form. A dialog shows the notice itself.
    private func outcome(_ select: SelectAnimals, hasDialog: Bool) -> RecordsOutcome {
      var outcome = RecordsOutcome(at: requested, select)
      if hasDialog { outcome.notice = nil }
      return outcome
    }

    private func title(with dialog: RecordsPage<Animal>.Dialog?, _ select: SelectAnimals) -> String
    {
      if let dialog { return dialog.title }
      if location.rejectedSearch != nil { return "Error: \(AnimalsPage.name)" }
      let category = select(.category(categoryId: location.categoryId))?.name
      if let animal = select(.animal(animalId: location.animalId)) {
        return [animal.name, category].compactMap { $0 }.joined(separator: ", ")
      }
      if let deleted = select(.deletedTitle(location.animalId)) {
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
    let outcome: RecordsOutcome
    /// The column that narrow screens show.
    let current: Column
    let categoryList: CategoryList.ViewState
    let animalList: AnimalList.ViewState
    let animalDetail: AnimalDetail.ViewState
    let dialog: RecordsPage<Animal>.Dialog?

    /// True if narrow screens show the animal without the head.
    var isAlone: Bool { current == .animalDetail && animalList.selection == nil }

    /// The meta description of the page.
    var description: String {
      if case .animal(let animal) = animalDetail {
        return "\(animal.name). Category: \(animal.category). Diet: \(animal.diet)."
      }
      if case .animals(let animals) = animalList {
        return "\(animals.title): the animals in this list, with their diets."
      }
      return "Animals from amphibians to reptiles, listed by category with their diets."
    }

    /// True if an operation is in progress.
    var isWaiting: Bool {
      if categoryList.progress == .waiting || outcome.isWaiting { return true }
      if case .animals(let animals) = animalList, animals.progress == .waiting { return true }
      if case .animal(let animal) = animalDetail, animal.progress == .waiting { return true }
      return false
    }
  }
}
