public import AnimalsData
public import ImmutableUI
import Markup

/// The routes of the guide to animals.
public enum AnimalsRoute: GuideRoute {
  /// A location of the three-column page.
  case page(Location)
  /// A form posted from the page.
  case post(Event, from: Location)
}

extension AnimalsRoute {
  /// The location of a window: its selection, its dialog, and the outcome of
  /// the last post.
  public struct Location: PageLocation {
    /// The selected category.
    public var categoryId: Category.ID?
    /// The selected animal; with the notice `deleted`, the deleted one.
    public var animalId: Animal.ID?
    /// The dialog over the page.
    public var dialog: Dialog?
    /// The outcome of the last post.
    public var notice: Notice?

    /// A location, by default without a selection or a dialog.
    public init(
      categoryId: Category.ID? = nil, animalId: Animal.ID? = nil, dialog: Dialog? = nil,
      notice: Notice? = nil
    ) {
      self.categoryId = categoryId
      self.animalId = animalId
      self.dialog = dialog
      self.notice = notice
    }

    /// The location without a selection or a dialog.
    public init() { self.init(categoryId: nil) }

    /// The same selection without dialog and notice.
    public var plain: Location {
      Location(categoryId: categoryId, animalId: animalId)
    }

    /// Returns the same selection with a dialog.
    func opening(_ dialog: Dialog) -> Location {
      Location(categoryId: categoryId, animalId: animalId, dialog: dialog)
    }

    /// The address of the page at this location.
    var href: Href { AnimalsRoute.page(self).href }
  }

  /// A dialog over the page.
  public enum Dialog: Hashable, Sendable {
    case sheet(Sheet)
    case alert(Alert)
  }

  /// The purpose of the editor.
  public enum Sheet: String, CaseIterable, Hashable, Sendable {
    case add, edit
  }

  /// The confirmation of a destructive operation.
  public enum Alert: String, CaseIterable, Hashable, Sendable {
    case delete, reload
  }

  /// The outcome of a post. The codes are a fixed set, so that no text of an
  /// address is shown as a notice.
  public enum Notice: String, CaseIterable, Hashable, Sendable {
    case added, updated, deleted, reloaded
  }

  /// The forms that the page posts, named as in the hierarchy of actions.
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
      reader.reject("“sheet” and “alert” cannot be used together.")
    }
    if sheet == .edit || alert == .delete, animalId == nil {
      reader.reject("This dialog needs an animal, but “animal” is missing.")
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
