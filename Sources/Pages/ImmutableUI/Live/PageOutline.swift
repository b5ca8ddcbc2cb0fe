import Markup

/// The digests of a rendered page, which tell the parts of a later rendering
/// that differ in a small fraction of its size.
struct PageOutline: Sendable {
  /// The version of the page.
  let version: String
  let title: Digest
  let frame: Digest
  /// The fragments that are not within others.
  let parts: Parts

  init(of page: RenderedPage) {
    version = page.version
    title = Digest(of: page.title)
    frame = Digest(of: page.frame)
    parts = page.bytes.withUnsafeBytes { bytes in
      Parts(of: page.markup.fragments[...], in: page.content, bytes)
    }
  }

  /// A part of a page, such as a list, that is made of fragments and of the markup between them.
  struct Parts: Sendable {
    /// The names of the fragments and the markup between them.
    let structure: Digest
    /// The fragments in document order.
    let fragments: [Fragment]

    /// - Parameters:
    ///   - all: the fragments of the range, each before the ones that it contains.
    ///   - range: the range of the part.
    ///   - bytes: the bytes of the page.
    init(
      of all: ArraySlice<RenderedFragment>, in range: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) {
      var structure = Digest()
      var fragments: [Fragment] = []
      var start = range.lowerBound
      var rest = all
      while let fragment = rest.popFirst() {
        structure.update(UnsafeRawBufferPointer(rebasing: bytes[start..<fragment.range.lowerBound]))
        structure.update(fragment.id)
        let within = rest.prefix { $0.range.upperBound <= fragment.range.upperBound }
        rest = rest.dropFirst(within.count)
        var content = Digest()
        content.update(UnsafeRawBufferPointer(rebasing: bytes[fragment.range]))
        fragments.append(
          Fragment(
            source: fragment, content: content,
            parts: within.isEmpty ? nil : Parts(of: within, in: fragment.range, bytes)))
        start = fragment.range.upperBound
      }
      structure.update(UnsafeRawBufferPointer(rebasing: bytes[start..<range.upperBound]))
      self.structure = structure
      self.fragments = fragments
    }
  }

  /// A fragment with the digest of its bytes.
  struct Fragment: Sendable {
    /// The position of the fragment in the page that was outlined.
    let range: Range<Int>
    let isPersonal: Bool
    let content: Digest
    /// The fragments within it; `nil` if there are none.
    let parts: Parts?

    fileprivate init(source: RenderedFragment, content: Digest, parts: Parts?) {
      range = source.range
      isPersonal = source.isPersonal
      self.content = content
      self.parts = parts
    }
  }
}

extension PageOutline.Parts {
  /// Returns the fragments that differ from earlier ones, as small as possible; `nil` if the
  /// markup between them differs.
  func changes(since old: Self) -> [PageOutline.Fragment]? {
    guard structure == old.structure, fragments.count == old.fragments.count else { return nil }
    return zip(fragments, old.fragments).flatMap { new, old -> [PageOutline.Fragment] in
      if new.isPersonal || new.content == old.content { return [] }
      guard let parts = new.parts, let before = old.parts else { return [new] }
      return parts.changes(since: before) ?? [new]
    }
  }
}

extension Digest {
  fileprivate init(of text: String) {
    self.init()
    update(text)
  }
}
