import ImmutableUI

/// The developer tools that are switched on.
struct Tools: Sendable {
  /// Those that have pages.
  var pages: [any SiteTool] = []
  /// Observes selector evaluations and rendered fragments; `nil` if observation
  /// is off.
  var observer: Observer?
  /// The document that is reloaded in development. Responses have
  /// `Server-Timing` then.
  var reloading: ReloadingDocument?
}
