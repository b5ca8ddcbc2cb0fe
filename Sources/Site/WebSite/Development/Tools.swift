import ImmutableUI

/// The developer tools that are switched on.
struct Tools: Sendable {
  /// The previews that the gallery shows besides those of the guides; `nil` if it is not served.
  var scenes: Gallery.Scenes?
  /// The inspector; `nil` if it is off.
  var inspection: Inspection?
  /// Observes selector evaluations and rendered fragments; `nil` if observation
  /// is off.
  var observer: Observer?
  /// The document that is reloaded in development. Responses have
  /// `Server-Timing` then.
  var reloading: ReloadingDocument?
}
