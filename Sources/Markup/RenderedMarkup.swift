/// What was written: the bytes of a page, and where its fragments are in them.
public final class RenderedMarkup: Sendable {
  /// All bytes.
  public let bytes: Bytes
  /// Its fragments, in their order; none lies in another.
  package let fragments: [RenderedFragment]
  /// How many of them were rendered, and not copied from an earlier writing.
  package let renderedFragmentCount: Int

  init(bytes: Bytes, fragments: [RenderedFragment], renderedFragmentCount: Int) {
    self.bytes = bytes
    self.fragments = fragments
    self.renderedFragmentCount = renderedFragmentCount
  }

  /// A fragment by its name. O(number of fragments), which are few.
  func fragment(_ id: String) -> RenderedFragment? {
    fragments.first { $0.id == id }
  }
}

/// A part of a page that was written by itself.
package struct RenderedFragment: Sendable {
  /// Its name, and the `id` of its one element.
  package let id: String
  /// Where its bytes are.
  package let range: Range<Int>
  /// All that it was made from.
  package let state: any Sendable
  /// The type that made it from its state.
  package let maker: Any.Type
  /// Whether it is for one visitor only.
  package let isPersonal: Bool
}
