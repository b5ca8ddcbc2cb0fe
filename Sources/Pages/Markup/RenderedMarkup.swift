/// The rendered bytes of a page, with the positions of its fragments.
public final class RenderedMarkup: Sendable {
  /// The bytes of the whole page.
  public let bytes: Bytes
  /// The fragments in page order. Fragments do not nest.
  package let fragments: [RenderedFragment]
  /// The number of fragments that were rendered instead of copied from the
  /// previous version of the page.
  package let renderedFragmentCount: Int

  init(bytes: Bytes, fragments: [RenderedFragment], renderedFragmentCount: Int) {
    self.bytes = bytes
    self.fragments = fragments
    self.renderedFragmentCount = renderedFragmentCount
  }

  /// Returns the fragment with a name. O(n); a page has few fragments.
  func fragment(_ id: String) -> RenderedFragment? {
    fragments.first { $0.id == id }
  }
}

/// A part of a page that is rendered and updated separately.
package struct RenderedFragment: Sendable {
  /// The name of the fragment, also the `id` of its only element.
  package let id: String
  /// The position of its bytes.
  package let range: Range<Int>
  /// The state that it was rendered from.
  package let state: any Sendable
  /// The type that rendered the state.
  package let renderer: Any.Type
  /// True if the fragment is for one visitor only.
  package let isPersonal: Bool
}
