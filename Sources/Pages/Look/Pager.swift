public import Markup

/// The position of a page in a list of several pages.
///
/// ```swift
/// let position = Pagination(page: 2, count: 250, length: 100)
/// print(position?.range ?? "")  // 101 to 200
/// ```
public struct Pagination: Hashable, Sendable {
  /// The rows of the page, such as "101 to 200".
  public let range: String
  /// The number of the previous page; `nil` on the first page.
  public let previous: Int?
  /// The number of the next page; `nil` on the last page.
  public let next: Int?

  /// Creates a position from its range and the numbers of the adjacent pages.
  public init(range: String, previous: Int?, next: Int?) {
    self.range = range
    self.previous = previous
    self.next = next
  }

  /// Creates the position of a page; `nil` if the list fits on one page or does
  /// not have that page.
  ///
  /// - Parameters:
  ///   - page: the number of the page, from 1.
  ///   - count: the total number of rows.
  ///   - length: the number of rows per page.
  public init?(page: Int, count: Int, length: Int) {
    let last = (count + length - 1) / length
    guard last > 1, (1...last).contains(page) else { return nil }
    let first = (page - 1) * length + 1
    self.init(
      range: "\(grouped(first)) to \(grouped(min(first + length - 1, count)))",
      previous: page > 1 ? page - 1 : nil, next: page < last ? page + 1 : nil)
  }
}

/// Links to the previous and the next page of a list.
///
/// ```swift
/// import Markup
///
/// let pager = Pager(
///   range: "1 to 100", previous: nil, next: Href(path: ["photos"], query: [("page", "2")]))
/// print(pager.renderedString())
/// ```
public struct Pager: Component, Hashable {
  /// The rows of the page, such as "101 to 200".
  public let range: String
  /// The previous page; `nil` on the first page.
  public let previous: Href?
  /// The next page; `nil` on the last page.
  public let next: Href?
  private let label: String
  private let id: String?

  /// - Parameters:
  ///   - range: the rows of the page, such as "101 to 200".
  ///   - previous: the previous page; `nil` on the first page.
  ///   - next: the next page; `nil` on the last page.
  ///   - label: the accessible name, different from that of another pager on the page.
  ///   - id: the `id` of the element, for a pager that is a fragment; `nil` for none.
  public init(
    range: String, previous: Href?, next: Href?, label: String = "Pagination", id: String? = nil
  ) {
    self.range = range
    self.previous = previous
    self.next = next
    self.label = label
    self.id = id
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
    .class("pages").id(id).aria(.label, label)
  }
}
