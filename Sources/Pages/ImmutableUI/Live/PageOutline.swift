import Markup

/// The digests of a rendered page, which tell the parts of a later rendering
/// that differ in a small fraction of its size.
struct PageOutline: Sendable {
  /// The version of the page.
  let version: String
  let title: Digest
  let frame: Digest
  /// The names of the fragments and the markup between them.
  let structure: Digest
  /// The fragments in document order.
  let fragments: [Digest]

  init(of page: RenderedPage) {
    version = page.version
    title = Digest(of: page.title)
    frame = Digest(of: page.frame)
    (structure, fragments) = page.bytes.withUnsafeBytes { bytes in
      var structure = Digest()
      var fragments: [Digest] = []
      var start = page.content.lowerBound
      for fragment in page.markup.fragments {
        structure.update(UnsafeRawBufferPointer(rebasing: bytes[start..<fragment.range.lowerBound]))
        structure.update(fragment.id)
        var digest = Digest()
        digest.update(UnsafeRawBufferPointer(rebasing: bytes[fragment.range]))
        fragments.append(digest)
        start = fragment.range.upperBound
      }
      structure.update(UnsafeRawBufferPointer(rebasing: bytes[start..<page.content.upperBound]))
      return (structure, fragments)
    }
  }
}

extension Digest {
  fileprivate init(of text: String) {
    self.init()
    update(text)
  }
}
