public import Markup

/// The position of one page in a list that takes several.
public struct Pagination: Hashable, Sendable {
  /// The rows of the page, as in "101 to 200".
  public let range: String
  /// The number of the page before; `nil` on the first one.
  public let previous: Int?
  /// The number of the page after; `nil` on the last one.
  public let next: Int?

  /// A position with given neighbours.
  public init(range: String, previous: Int?, next: Int?) {
    self.range = range
    self.previous = previous
    self.next = next
  }

  /// The position of a page; `nil` if the list fits on one page, or has fewer
  /// pages.
  ///
  /// - Parameters:
  ///   - page: the number of the page, from 1.
  ///   - count: the number of rows on all pages.
  ///   - length: the number of rows on one page.
  public init?(page: Int, count: Int, length: Int) {
    let last = (count + length - 1) / length
    guard last > 1, (1...last).contains(page) else { return nil }
    let first = (page - 1) * length + 1
    self.init(
      range: "\(grouped(first)) to \(grouped(min(first + length - 1, count)))",
      previous: page > 1 ? page - 1 : nil, next: page < last ? page + 1 : nil)
  }
}

/// Links to the neighbours of a page of a list.
public struct Pager: Component, Hashable {
  /// The rows of the page, as in "101 to 200".
  public let range: String
  /// The page before; `nil` on the first one.
  public let previous: Href?
  /// The page after; `nil` on the last one.
  public let next: Href?

  /// - Parameters:
  ///   - range: the rows of the page, as in "101 to 200".
  ///   - previous: the page before; `nil` on the first one.
  ///   - next: the page after; `nil` on the last one.
  public init(range: String, previous: Href?, next: Href?) {
    self.range = range
    self.previous = previous
    self.next = next
  }

  public var body: some HTML {
    nav {
      if let previous {
        a { "Previous" }.class("button").href(previous).rel("prev")
      }
      span { range }
      if let next {
        a { "Next" }.class("button").href(next).rel("next")
      }
    }
    .class("pages").aria(.label, "Pages of the list")
  }
}
