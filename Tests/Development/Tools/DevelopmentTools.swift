#if DEBUG
import ImmutableUI

@testable import WebSite

/// The pages for the developers of a site.
enum DevelopmentTools {
  /// Returns the gallery and the inspector.
  ///
  /// - Parameter scenes: returns the states of a guide by its name, besides those that it has
  ///   itself; for `nil`, those of components that guides share.
  static func all(showing scenes: @escaping Gallery.Scenes) -> MakeTools {
    { now in [GalleryTool(scenes: scenes), InspectorTool(now: now)] }
  }
}
#endif
