#if DEBUG
import ImmutableUI
import Markup
import Synchronization

@testable import WebSite

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

/// The kinds of all states, which are determined on first use.
final class GalleryKinds: Sendable {
  private let kinds = Mutex<[String: GalleryKind]>([:])

  /// Returns the kind of a state.
  func kind(of preview: Preview) -> GalleryKind {
    let key = "\(preview.component)/\(preview.name)"
    if let kind = kinds.withLock({ $0[key] }) { return kind }
    let kind = GalleryKind(preview)
    kinds.withLock { $0[key] = kind }
    return kind
  }
}
#endif
