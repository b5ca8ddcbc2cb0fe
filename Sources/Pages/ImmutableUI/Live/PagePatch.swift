import Markup

/// The difference between two versions of a page, as a browser applies it.
enum PagePatch: Equatable {
  /// No visible change.
  case none
  /// Elements that replace those with the same `id`, and templates: with elements to insert, or for
  /// one to remove.
  case elements([UInt8])
  /// A full reload, because the markup around the content differs.
  case reload

  /// - Parameters:
  ///   - old: The outline of the version that the browser shows; `nil` if it is
  ///     unknown.
  ///   - new: The page to show.
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
    } else if let changes = outline.parts.changes(since: old.parts) {
      self = .elements(
        changes.reduce(into: hasNewTitle ? titleElement(new.title) : []) { elements, change in
          elements += new.elements(for: change)
        })
    } else {
      self = .main(of: new, withTitle: hasNewTitle)
    }
  }

  private static func main(of page: RenderedPage, withTitle hasTitle: Bool) -> Self {
    // The personal fragments of this rendering belong to no visitor.
    guard !page.markup.fragments.contains(where: \.isPersonal) else { return .reload }
    return .elements((hasTitle ? titleElement(page.title) : []) + page[page.main])
  }
}

private func titleElement(_ text: String) -> [UInt8] { bytes(of: title { text }) }

private func bytes(of html: some HTML) -> [UInt8] {
  html.rendered().withUnsafeBytes { Array($0) }
}

extension RenderedPage {
  fileprivate func elements(for change: PageOutline.Change) -> [UInt8] {
    switch change {
    case .content(let range): return self[range]
    case .came(let range, let place, let id):
      let rows = UnescapedHTML(
        trustedAndNeverFromInput: String(decoding: self[range], as: UTF8.self))
      return ImmutableUI.bytes(of: template { rows }.data(place, id))
    case .went(let id): return ImmutableUI.bytes(of: template {}.data("gone", id))
    }
  }

  fileprivate subscript(range: Range<Int>) -> [UInt8] {
    bytes.withUnsafeBytes { Array($0[range]) }
  }
}
