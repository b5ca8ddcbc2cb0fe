public import AnimalsData
public import ImmutableUI
package import Markup
public import Records

/// The location of a window: its list, its selection, its dialog, and the outcome of the last
/// post.
public struct AnimalsLocation: EditableLocation, QueryLocation {
  /// The selected category, or `all`.
  public var categoryId: Category.ID?
  /// The selected animal; with a notice about several animals, and those of a deletion and an
  /// import, the operation.
  public var animalId: Animal.ID?
  /// The text that the names of the listed animals contain; `nil` for any.
  public var search: String?
  /// The search text if it is too long to search for; the page shows it with a message.
  public var rejectedSearch: String?
  /// The order of the list.
  public var order = AnimalsList.Order.name
  /// The number of the page of the list; `nil` for the one with the selected animal.
  public var page: Int?
  /// The boxes that the rows of the list have; `nil` for rows that are links.
  public var selection: RecordsSelection?
  /// The dialog over the page.
  public var dialog: RecordsDialog?
  /// The outcome of the last post.
  public var notice: RecordsNotice?
  /// The number of animals that the notice is about; 0 if it is about the selected one.
  public var several = 0
  /// The key of the operation that the notice is about, unless `animalId` is its id.
  package var change: String?
  /// The changes that the page of changes shows.
  package var changes = ChangesFilter()

  /// A location, by default without a selection or a dialog.
  public init(
    categoryId: Category.ID? = nil, animalId: Animal.ID? = nil, dialog: RecordsDialog? = nil,
    notice: RecordsNotice? = nil
  ) {
    self.categoryId = categoryId
    self.animalId = animalId
    self.dialog = dialog
    self.notice = notice
  }

  /// The location without a selection or a dialog.
  public init() { self.init(categoryId: nil) }

  /// In place of a category: all animals.
  public static let all = "all"

  /// The same list and selection without dialog and notice.
  public var plain: AnimalsLocation { withoutResponse }

  /// The list without the selected animal, from its first page.
  public var listLocation: AnimalsLocation {
    with {
      $0.animalId = nil
      $0.page = nil
      $0.selection = nil
    }
  }

  package func target(_ event: RecordsEvent) -> Href {
    AnimalsRoute.post(AnimalsEvent(event), from: posted).href
  }

  /// The list; `nil` if no category is selected.
  var list: AnimalsList? {
    if categoryId == nil, search == nil { return nil }
    return AnimalsList(
      categoryId: categoryId == Self.all ? nil : categoryId, search: search, order: order)
  }

  package var record: Animal.ID? {
    get { animalId }
    set { animalId = newValue }
  }

  /// The category for forms; `nil` if none is selected.
  var onlyCategory: Category.ID? { categoryId == Self.all ? nil : categoryId }

  public static let path = "animals"

  public static let query = Query<Self>(
    [
      .text("category", \.categoryId),
      .text("search", \.search, tooLong: \.rejectedSearch),
      .choice("order", \.order, default: .name),
      .text("animal", \.animalId),
      .choice("dialog", \.dialog).formerly("sheet", "alert"),
      .choice("notice", \.notice),
      .number("several", 0...1_000_000, \.several),
      .text("operation", \.change),
      .choice("select", \.selection),
      .value(
        "page", \.page, hint: "Enter a number from 1 to 1000000.",
        { Int($0).flatMap { (1...1_000_000).contains($0) ? $0 : nil } }, print: { String($0) }),
    ] + ChangesFilter.items(at: \.changes)
  ) { reader, location in
    if location.dialog?.isAboutRecord == true, location.animalId == nil {
      reader.reject("This dialog needs an animal, but “animal” is missing.")
    }
  }

  /// The address of the page, at a row of the list.
  func href(atRowOf animalId: Animal.ID) -> Href {
    Href(path: [Self.path], query: queryItems, fragment: AnimalRow.id(of: animalId))
  }
}
