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
  public enum Dialog: String, CaseIterable, Hashable, Sendable {
    case add, edit, delete, reload
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
    .choice("dialog", \.dialog).formerly("sheet", "alert"),
    .choice("notice", \.notice),
  ]) { reader, location in
    if [.edit, .delete].contains(location.dialog), location.animalId == nil {
      reader.reject("This dialog needs an animal, but “animal” is missing.")
    }
  }
}
