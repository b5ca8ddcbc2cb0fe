package import ImmutableUI
import Look
package import Markup

/// The foot of a list: which of its rows the page shows, their order, and the pages beside it.
package struct ListFoot: Component, Hashable {
  package let range: String
  package let previous, next: Href?
  private let orders: [Link]
  private let id: String?

  /// - Parameters:
  ///   - page: the number of the page, from 1.
  ///   - count: the number of rows on all pages, at least 1.
  ///   - length: the number of rows of a page.
  ///   - orders: the links to the list in its orders; empty if it has one.
  ///   - id: the `id` of the foot, if it is a fragment.
  ///   - href: returns the address of a page.
  package init(
    page: Int, of count: Int, length: Int, orders: [Link], id: String? = nil,
    href: (_ page: Int) -> Href
  ) {
    let first = (page - 1) * length + 1
    let last = min(page * length, count)
    range = "\(grouped(first)) to \(grouped(last)) of \(grouped(count))"
    self.orders = orders.count > 1 ? orders : []
    previous = page > 1 ? href(page - 1) : nil
    next = last < count ? href(page + 1) : nil
    self.id = id
  }

  package var body: some HTML {
    div {
      span { range }
      if let order = orders.first(where: \.isCurrent) {
        Menu(
          order.label.hasSuffix(" first")
            ? order.label : "By \(order.label.prefix(1).lowercased() + order.label.dropFirst())",
          id: "order"
        ) {
          ForEach(orders) { order in
            a { order.label }.href(order.href).aria(.current, order.isCurrent ? "true" : nil)
          }
        }
      }
      if previous ?? next != nil {
        nav {
          if let previous { a { "Previous" }.href(previous).rel("prev") }
          if let next { a { "Next" }.href(next).rel("next") }
        }
        .aria(.label, "Pages of the list")
      }
    }
    .class("foot-line").id(id)
  }
}
