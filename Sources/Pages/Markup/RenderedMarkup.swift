/// The rendered bytes of a page, with the positions of its fragments.
public final class RenderedMarkup: Sendable {
  /// The bytes of the whole page.
  public let bytes: Bytes
  /// The fragments in page order, each before the ones that it contains.
  package let fragments: [RenderedFragment]
  /// The number of fragments that were rendered instead of copied from the
  /// previous version of the page.
  package let renderedFragmentCount: Int

  init(bytes: Bytes, fragments: [RenderedFragment], renderedFragmentCount: Int) {
    self.bytes = bytes
    self.fragments = fragments
    self.renderedFragmentCount = renderedFragmentCount
  }

  /// Returns the fragment with a name. O(n).
  func fragment(_ id: String) -> RenderedFragment? {
    fragments.first { $0.id == id }
  }

  /// Returns the fragments within another one, in page order.
  package func parts(of fragment: RenderedFragment) -> some Collection<RenderedFragment> {
    fragments.drop { $0.range.lowerBound < fragment.range.lowerBound || $0.id == fragment.id }
      .prefix { $0.range.upperBound <= fragment.range.upperBound }
  }
}

/// A part of a page that is rendered and updated separately.
package struct RenderedFragment: Sendable {
  /// The name of the fragment, also the `id` of its only element.
  package let id: String
  /// The position of its bytes.
  package private(set) var range: Range<Int>
  /// The state that it was rendered from.
  package let state: any Sendable
  /// The type that rendered the state.
  package let renderer: Any.Type
  /// True if the fragment is for one visitor only.
  package let isPersonal: Bool

  /// Returns the fragment at another place.
  func moved(by distance: Int) -> RenderedFragment {
    var fragment = self
    fragment.range = range.lowerBound + distance..<range.upperBound + distance
    return fragment
  }
}
