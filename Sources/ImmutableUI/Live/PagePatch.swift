import Markup

/// What has to change in a browser that shows one page so that it shows
/// another one of the same address.
enum PagePatch: Equatable {
  /// Nothing that can be seen.
  case none
  /// These elements take the place of those with the same `id`.
  case elements([UInt8])
  /// The page has to be loaded anew: what stands around its content differs.
  case reload

  /// - Parameters:
  ///   - old: what the browser shows; `nil` where that is not known.
  ///   - new: what it is to show.
  init(from old: RenderedPage?, to new: RenderedPage) {
    if let old, old.version == new.version {
      self = .none
      return
    }
    if let old, old.frame != new.frame {
      self = .reload
      return
    }
    let title = new.title == old?.title ? [] : titleElement(new.title)
    if let old, let fragments = changedFragments(from: old, to: new) {
      self = .elements(title + fragments)
    } else if new.writing.fragments.contains(where: \.isPersonal) {
      // What is personal in the new one was made for nobody.
      self = .reload
    } else {
      self = .elements(title + new[new.main])
    }
  }
}

private func titleElement(_ text: String) -> [UInt8] {
  title { text }.rendered().withUnsafeBytes { Array($0) }
}

/// The fragments that differ; `nil` where something besides them does.
private func changedFragments(from old: RenderedPage, to new: RenderedPage) -> [UInt8]? {
  let before = old.writing.fragments
  let after = new.writing.fragments
  guard before.map(\.id) == after.map(\.id) else { return nil }
  var bytes: [UInt8] = []
  var oldStart = old.content.lowerBound
  var newStart = new.content.lowerBound
  for (before, after) in zip(before, after) {
    guard
      new.hasSameBytes(
        newStart..<after.range.lowerBound, as: old, oldStart..<before.range.lowerBound)
    else { return nil }
    oldStart = before.range.upperBound
    newStart = after.range.upperBound
    if after.isPersonal || new.hasSameBytes(after.range, as: old, before.range) { continue }
    bytes += new[after.range]
  }
  guard
    new.hasSameBytes(newStart..<new.content.upperBound, as: old, oldStart..<old.content.upperBound)
  else { return nil }
  return bytes
}

extension RenderedPage {
  fileprivate subscript(range: Range<Int>) -> [UInt8] {
    bytes.withUnsafeBytes { Array($0[range]) }
  }

  fileprivate func hasSameBytes(
    _ range: Range<Int>, as other: RenderedPage, _ otherRange: Range<Int>
  ) -> Bool {
    bytes.withUnsafeBytes { mine in
      other.bytes.withUnsafeBytes { theirs in
        mine[range].elementsEqual(theirs[otherRange])
      }
    }
  }
}
