import ImmutableUI

/// The developer tools that are switched on.
struct Tools: Sendable {
  /// True if the gallery is served.
  let hasGallery: Bool
  /// The inspector; `nil` if it is off.
  let inspection: Inspection?
  /// Observes selector evaluations and rendered fragments; `nil` if observation
  /// is off.
  let observer: Observer?
  /// The document that is reloaded in development. Responses have
  /// `Server-Timing` then.
  let reloading: ReloadingDocument?

  /// All tools are off by default.
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
