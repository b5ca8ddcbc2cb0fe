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
    /// The markup between the runs.
    let structure: Digest
    /// The fragments in document order, in runs without markup within: the rows of a list are one.
    let runs: [[Fragment]]

    /// - Parameters:
    ///   - all: the fragments of the range, each before the ones that it contains.
    ///   - range: the range of the part.
    ///   - bytes: the bytes of the page.
    init(
      of all: ArraySlice<RenderedFragment>, in range: Range<Int>, _ bytes: UnsafeRawBufferPointer
    ) {
      var structure = Digest()
      var runs: [[Fragment]] = []
      var start = range.lowerBound
      var rest = all
      while let fragment = rest.popFirst() {
        if runs.isEmpty || start < fragment.range.lowerBound {
          structure.update(
            UnsafeRawBufferPointer(rebasing: bytes[start..<fragment.range.lowerBound]))
          runs.append([])
        }
        let within = rest.prefix { $0.range.upperBound <= fragment.range.upperBound }
        rest = rest.dropFirst(within.count)
        var content = Digest()
        content.update(UnsafeRawBufferPointer(rebasing: bytes[fragment.range]))
        runs[runs.count - 1].append(
          Fragment(
            id: fragment.id, range: fragment.range, isPersonal: fragment.isPersonal,
            content: content,
            parts: within.isEmpty ? nil : Parts(of: within, in: fragment.range, bytes)))
        start = fragment.range.upperBound
      }
      structure.update(UnsafeRawBufferPointer(rebasing: bytes[start..<range.upperBound]))
      self.structure = structure
      self.runs = runs
    }
  }

  /// A fragment with the digest of its bytes.
  struct Fragment: Sendable {
    /// The `id` of the element.
    let id: String
    /// The position of the fragment in the page that was outlined.
    let range: Range<Int>
    let isPersonal: Bool
    let content: Digest
    /// The fragments within it; `nil` if there are none.
    let parts: Parts?
  }

  /// A difference between two versions of a page.
  enum Change {
    /// The fragment in a range of the new version has other content.
    case content(Range<Int>)
    /// The fragments in a range of the new version came `after` or `before` the one with an `id`.
    case came(Range<Int>, _ place: StaticString, String)
    /// The fragment with an `id` went, or moved: then it also came.
    case went(String)
  }
}

extension PageOutline.Parts {
  /// Returns the changes since earlier parts, as small as possible; `nil` if the markup between the
  /// fragments differs, or if of fragments side by side none has stayed.
  func changes(since old: Self) -> [PageOutline.Change]? {
    guard structure == old.structure, runs.count == old.runs.count else { return nil }
    var changes: [PageOutline.Change] = []
    for (new, old) in zip(runs, old.runs) {
      guard let those = Self.changes(from: old, to: new) else { return nil }
      changes += those
    }
    return changes
  }

  private static func changes(
    from old: [PageOutline.Fragment], to new: [PageOutline.Fragment]
  ) -> [PageOutline.Change]? {
    var changes: [PageOutline.Change] = []
    var stayed = old
    var came: Set<Int> = []
    // Removals come first, the last one before.
    for difference in new.map(\.id).difference(from: old.map(\.id)) {
      switch difference {
      case .remove(let offset, let id, _):
        changes.append(.went(id))
        stayed.remove(at: offset)
      case .insert(let offset, _, _): came.insert(offset)
      }
    }
    guard !stayed.isEmpty else { return nil }
    var rest = stayed[...]
    var index = 0
    while index < new.count {
      if came.contains(index) {
        let end = (index..<new.count).first { !came.contains($0) } ?? new.count
        // The personal fragments of this rendering belong to no visitor.
        guard !new[index..<end].contains(where: \.isPersonal) else { return nil }
        changes.append(
          .came(
            new[index].range.lowerBound..<new[end - 1].range.upperBound,
            index == 0 ? "before" : "after", new[index == 0 ? end : index - 1].id))
        index = end
      } else {
        let (before, after) = (rest.removeFirst(), new[index])
        if !after.isPersonal, before.content != after.content {
          let within = after.parts.flatMap { parts in before.parts.flatMap(parts.changes(since:)) }
          changes += within ?? [.content(after.range)]
        }
        index += 1
      }
    }
    return changes
  }
}

extension Digest {
  fileprivate init(of text: String) {
    self.init()
    update(text)
  }
}
