import Foundation
import ImmutableUI
import Markup
import QuakesData

/// What can be done with the list: refreshing, sorting, deleting.
enum QuakeMenus {}

extension QuakeMenus {
  /// Reads what can be done now.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let question: QuakesQuestion

    func viewState(_ select: SelectQuakes) -> ViewState {
      let total = select(.quakesCount)
      let isEmpty = select(.quakesValues(question)).count == 0
      return ViewState(
        refresh: QuakesRoute.post(.refresh, from: location).href,
        sorts: isEmpty
          ? []
          : Self.orders.map { sort, order in
            let location = location.with {
              $0.sort = sort
              $0.order = order
              $0.page = 1
            }
            return ViewState.Sort(
              label: capitalized(location.orderWords), href: location.href,
              isCurrent: (sort, order) == (self.location.sort, self.location.order))
          },
        delete: total == 0
          ? nil
          : ViewState.Delete(
            quakeId: select(.quake(location.quakeId))?.id,
            quake: QuakesRoute.post(.deleteQuake, from: location).href,
            all: "Delete all \(grouped(total))…",
            question: location.with { $0.dialog = .deleteAll }.href))
    }

    private static let orders: [(QuakesSort, SortOrder)] = [
      (.time, .reverse), (.time, .forward), (.magnitude, .reverse), (.magnitude, .forward),
    ]
  }
}

extension QuakeMenus {
  /// What the menus offer.
  struct ViewState: Hashable, Sendable {
    let refresh: Href
    /// Empty where there is nothing to sort.
    let sorts: [Sort]
    /// `nil` where there is nothing to delete.
    let delete: Delete?

    struct Sort: Hashable, Sendable {
      let label: String
      let href: Href
      let isCurrent: Bool
    }

    struct Delete: Hashable, Sendable {
      /// The selected quake.
      let quakeId: Quake.ID?
      let quake: Href
      let all: String
      /// Where is asked before all are deleted.
      let question: Href
    }
  }
}

extension QuakeMenus {
  /// How the menus look.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      ForWriters {
        Menu("Refresh") {
          form {
            ForEach(QuakesFeed.Range.allCases) { range in
              button { range.label }.name("range").value(range.rawValue)
            }
          }
          .post(to: state.refresh)
        }
      }
      if state.sorts.isEmpty {
        button { "Sort" }.class("button").disabled()
      } else {
        Menu("Sort") {
          ul {
            ForEach(state.sorts) { sort in
              li { a { sort.label }.href(sort.href).aria(.current, sort.isCurrent ? "true" : nil) }
            }
          }
        }
      }
      ForWriters {
        if let delete = state.delete {
          Menu("Delete") {
            if let quakeId = delete.quakeId {
              form {
                button { "Delete selected" }.class("danger").name("quakeId").value(quakeId)
              }
              .post(to: delete.quake)
            }
            a { delete.all }.class("danger").href(delete.question)
          }
        } else {
          button { "Delete" }.class("button").disabled()
        }
      }
    }
  }

  private struct Menu<Content: HTML>: Component {
    let label: String
    let content: Content

    init(_ label: String, @HTMLBuilder content: () -> Content) {
      self.label = label
      self.content = content()
    }

    var body: some HTML {
      details {
        summary { label }
        div { content }.class("menu-list")
      }
      .class("menu")
    }
  }
}
