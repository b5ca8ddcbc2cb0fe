public import AnimalsData
public import ImmutableUI

/// The location of a window: its selection, its dialog, and the outcome of the last
/// post.
public struct AnimalsLocation: GuideLocation, QueryLocation {
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
  public var plain: AnimalsLocation {
    AnimalsLocation(categoryId: categoryId, animalId: animalId)
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

  public static let path = "animals"

  public static let query = Query<Self>([
    .text("category", \.categoryId),
    .text("animal", \.animalId),
    QueryItem("sheet") { reader, location in
      location.dialog = reader.choice("sheet").map(Dialog.sheet)
    } print: {
      if case .sheet(let sheet) = $0.dialog { sheet.rawValue } else { nil }
    },
    QueryItem("alert") { reader, location in
      guard let alert = reader.choice("alert", as: Alert.self) else { return }
      if location.dialog != nil {
        reader.reject("“sheet” and “alert” cannot be used together.")
      }
      location.dialog = .alert(alert)
    } print: {
      if case .alert(let alert) = $0.dialog { alert.rawValue } else { nil }
    },
    .choice("notice", \.notice),
  ]) { reader, location in
    if [.sheet(.edit), .alert(.delete)].contains(location.dialog), location.animalId == nil {
      reader.reject("This dialog needs an animal, but “animal” is missing.")
    }
  }
}
