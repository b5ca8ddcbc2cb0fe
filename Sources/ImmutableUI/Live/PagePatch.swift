import Markup

/// The change that makes a browser that shows one version of a page show
/// another one.
enum PagePatch: Equatable {
  /// No visible change.
  case none
  /// Elements that replace those with the same `id`.
  case elements([UInt8])
  /// The page has to be loaded again, because what surrounds its content
  /// differs.
  case reload

  /// - Parameters:
  ///   - old: the outline of what the browser shows; `nil` where that is not
  ///     known.
  ///   - new: the page that it is to show.
  init(from old: PageOutline?, to new: RenderedPage) {
    guard let old else {
      self = .main(of: new, withTitle: true)
      return
    }
    guard old.version != new.version else {
      self = .none
      return
    }
    let outline = PageOutline(of: new)
    let hasNewTitle = old.title != outline.title
    if old.frame != outline.frame {
      self = .reload
    } else if old.structure != outline.structure
      || old.fragments.count != outline.fragments.count
    {
      self = .main(of: new, withTitle: hasNewTitle)
    } else {
      var elements = hasNewTitle ? titleElement(new.title) : []
      let digests = zip(old.fragments, outline.fragments)
      for (fragment, (before, after)) in zip(new.writing.fragments, digests)
      where !fragment.isPersonal && before != after {
        elements += new[fragment.range]
      }
      self = .elements(elements)
    }
  }

  private static func main(of page: RenderedPage, withTitle hasTitle: Bool) -> Self {
    // A personal fragment of this rendering was made for no visitor.
    guard !page.writing.fragments.contains(where: \.isPersonal) else { return .reload }
    return .elements((hasTitle ? titleElement(page.title) : []) + page[page.main])
  }
}

private func titleElement(_ text: String) -> [UInt8] {
  title { text }.rendered().withUnsafeBytes { Array($0) }
}

extension RenderedPage {
  fileprivate subscript(range: Range<Int>) -> [UInt8] {
    bytes.withUnsafeBytes { Array($0[range]) }
  }
}
