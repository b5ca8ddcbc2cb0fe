import ImmutableUI

/// The developer tools that are switched on.
struct Tools: Sendable {
  /// The previews that the gallery shows besides those of the guides; `nil` if it is not served.
  let scenes: Gallery.Scenes?
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
    scenes: Gallery.Scenes? = nil, inspection: Inspection? = nil, observer: Observer? = nil,
    reloading: ReloadingDocument? = nil
  ) {
    self.scenes = scenes
    self.inspection = inspection
    self.observer = observer
    self.reloading = reloading
  }
}
