/// What was written: the bytes of a page, and where its fragments are in them.
public final class Writing: Sendable {
  /// All bytes.
  public let bytes: Bytes
  /// Its fragments, in their order; none lies in another.
  package let fragments: [WrittenFragment]
  /// How many of them were rendered, and not copied from an earlier writing.
  package let renderedFragments: Int

  init(bytes: Bytes, fragments: [WrittenFragment], renderedFragments: Int) {
    self.bytes = bytes
    self.fragments = fragments
    self.renderedFragments = renderedFragments
  }

  /// A fragment by its name. O(number of fragments), which are few.
  func fragment(_ id: String) -> WrittenFragment? {
    fragments.first { $0.id == id }
  }
}

/// A part of a page that was written by itself.
package struct WrittenFragment: Sendable {
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
