import ImmutableUI

/// What is there for those who build the site, as far as it is switched on.
struct Tools: Sendable {
  /// Whether there is a gallery of all components.
  let hasGallery: Bool
  /// What the inspector shows.
  let inspection: Inspection?
  /// Hears what is done, where somebody looks on.
  let observer: Observer?
  /// Where the document's files may change. Each page says what it cost then.
  let reloading: ReloadingDocument?

  /// Nothing is switched on by itself.
  init(
    hasGallery: Bool = false, inspection: Inspection? = nil, observer: Observer? = nil,
    reloading: ReloadingDocument? = nil
  ) {
    self.hasGallery = hasGallery
    self.inspection = inspection
    self.observer = observer
    self.reloading = reloading
  }
}
