public import AnimalsData
public import ImmutableUI
import Markup

/// The places of the guide of animals.
public enum AnimalsRoute: GuideRoute {
  /// The three-column page.
  case page(Location)
  /// A form that was posted from the page.
  case post(Event, from: Location)
}

extension AnimalsRoute {
  /// What a window shows: its selection, its dialog, and how its last post
  /// ended.
  public struct Location: PageLocation {
    /// The selected category.
    public var categoryId: Category.ID?
    /// The selected animal.
    public var animalId: Animal.ID?
    /// What is open over the page.
    public var dialog: Dialog?
    /// How the last post ended.
    public var notice: Notice?

    /// By default nothing is selected or open.
    public init(
      categoryId: Category.ID? = nil, animalId: Animal.ID? = nil, dialog: Dialog? = nil,
      notice: Notice? = nil
    ) {
      self.categoryId = categoryId
      self.animalId = animalId
      self.dialog = dialog
      self.notice = notice
    }

    /// Nothing is selected or open.
    public init() { self.init(categoryId: nil) }

    /// The same selection without dialog and notice.
    public var plain: Location {
      Location(categoryId: categoryId, animalId: animalId)
    }

    /// The same selection with a dialog over it.
    func opening(_ dialog: Dialog) -> Location {
      Location(categoryId: categoryId, animalId: animalId, dialog: dialog)
    }

    /// The address of the page here.
    var href: Href { AnimalsRoute.page(self).href }
  }

  /// What can be open over the page.
  public enum Dialog: Hashable, Sendable {
    case sheet(Sheet)
    case alert(Alert)
  }

  /// The editor, by what it is for.
  public enum Sheet: String, CaseIterable, Hashable, Sendable {
    case add, edit
  }

  /// The questions before something is destroyed.
  public enum Alert: String, CaseIterable, Hashable, Sendable {
    case delete, reload
  }

  /// How a post ended. The codes are a fixed set: no text of an address gets
  /// onto the page.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case added, updated, deleted, reloaded
  }

  /// What people do, named as in the tree of actions.
  public enum Event: String, CaseIterable, Hashable, Sendable {
    case reloadSampleData = "categoryList/onTapReloadSampleDataButton"
    case retryCategories = "categoryList/onTapTryAgainButton"
    case deleteListedAnimal = "animalList/onTapDeleteSelectedAnimalButton"
    case retryAnimals = "animalList/onTapTryAgainButton"
    case deleteAnimal = "animalDetail/onTapDeleteSelectedAnimalButton"
    case addAnimal = "animalEditor/onTapAddAnimalButton"
    case updateAnimal = "animalEditor/onTapUpdateAnimalButton"
  }
}

extension AnimalsRoute {
  public static let path = "animals"

  public var destination: Destination<Location, Event, Never> {
    switch self {
    case .page(let location): .page(location)
    case .post(let event, let location): .post(event, from: location)
    }
  }
}

extension AnimalsRoute.Location {
  public init(parsing query: NamedValues) throws(MalformedRequest) {
    var reader = ValueReader(query)
    let categoryId = reader.queryText("category")
    let animalId = reader.queryText("animal")
    let sheet = reader.choice("sheet", as: AnimalsRoute.Sheet.self)
    let alert = reader.choice("alert", as: AnimalsRoute.Alert.self)
    let notice = reader.choice("notice", as: AnimalsRoute.Notice.self)
    if sheet != nil, alert != nil {
      reader.reject("“sheet” and “alert” cannot both be open.")
    }
    if sheet == .edit || alert == .delete, animalId == nil {
      reader.reject("This dialog is about one animal, but “animal” is missing.")
    }
    try reader.finish()
    self.init(
      categoryId: categoryId, animalId: animalId,
      dialog: sheet.map(AnimalsRoute.Dialog.sheet) ?? alert.map(AnimalsRoute.Dialog.alert),
      notice: notice)
  }

  public var queryItems: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if let categoryId { items.append(("category", categoryId)) }
    if let animalId { items.append(("animal", animalId)) }
    switch dialog {
    case .sheet(let sheet): items.append(("sheet", sheet.rawValue))
    case .alert(let alert): items.append(("alert", alert.rawValue))
    case nil: break
    }
    if let notice { items.append(("notice", notice.rawValue)) }
    return items
  }
}
