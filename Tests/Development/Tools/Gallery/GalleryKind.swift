#if DEBUG
import ImmutableUI
import Markup

/// The kind of a state, derived from its content.
enum GalleryKind: String, CaseIterable, Sendable {
  case normal, empty, waiting, error

  /// - Parameter preview: the state. It is rendered.
  init(_ preview: Preview) {
    let html = preview.page().content.renderedString()
    // An error is more important than what is loading or missing beside it.
    self =
      if html.contains(#"role="alert""#) || html.contains(#"class="error"#) {
        .error
      } else if html.contains(#"class="notice waiting""#) {
        .waiting
      } else if html.contains(#"class="empty""#) {
        .empty
      } else {
        .normal
      }
  }
}
#endif
