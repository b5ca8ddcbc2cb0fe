import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The menus above the list: refresh, sort, units, delete.
enum QuakeMenus {}

extension QuakeMenus {
  /// Collects the available choices.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let total = select(.quakesCount)
      let isEmpty = select(.quakesValues(query)).count == 0
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
            return ViewState.Choice(
              label: capitalized(location.orderDescription), href: location.href,
              isCurrent: (sort, order) == (self.location.sort, self.location.order))
          },
        units: LengthUnit.allCases.map { unit in
          .init(
            label: unit.label, href: location.measured(in: unit).href,
            isCurrent: unit == location.measures.unit)
        },
        zones: zones.map { zone in
          .init(
            label: zone == .utc ? zone.label : "\(zone.label), \(zone.abbreviation(at: now))",
            href: location.timed(in: zone).href,
            isCurrent: zone == location.measures.zone)
        },
        delete: total == 0
          ? nil
          : ViewState.Delete(
            quakeId: select(.quake(location.quakeId))?.id,
            quake: QuakesRoute.post(.deleteQuake, from: location).href,
            all: "Delete all \(grouped(total))…",
            confirmation: location.with { $0.dialog = .deleteAll }.href))
    }

    /// The offered time zones, and the one in the address.
    private var zones: [Zone] {
      let zone = location.measures.zone
      return Zone.offered + (Zone.offered.contains(zone) ? [] : [zone])
    }

    private static let orders: [(QuakesSort, SortOrder)] = [
      (.time, .reverse), (.time, .forward), (.magnitude, .reverse), (.magnitude, .forward),
    ]
  }
}

extension QuakeMenus {
  /// The content of the menus.
  struct ViewState: Hashable, Sendable {
    let refresh: Href
    /// The orders; empty if there is nothing to sort.
    let sorts: [Choice]
    let units: [Choice]
    let zones: [Choice]
    /// The delete menu; `nil` if there is nothing to delete.
    let delete: Delete?

    struct Choice: Hashable, Sendable {
      let label: String
      let href: Href
      let isCurrent: Bool
    }

    struct Delete: Hashable, Sendable {
      /// The selected quake.
      let quakeId: Quake.ID?
      let quake: Href
      let all: String
      /// The page with the confirmation before all quakes are deleted.
      let confirmation: Href
    }
  }
}

extension QuakeMenus {
  /// Renders the menus.
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
          Choices(state: state.sorts, label: "Order")
        }
      }
      Menu("Units") {
        Choices(state: state.units, label: "Lengths")
        Choices(state: state.zones, label: "Times")
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
            a { delete.all }.class("danger").href(delete.confirmation)
          }
        } else {
          button { "Delete" }.class("button").disabled()
        }
      }
    }
  }

  /// A group of links, one of which is current.
  private struct Choices: Component {
    let state: [ViewState.Choice]
    let label: String

    var body: some HTML {
      div {
        ul {
          ForEach(state) { choice in
            li {
              a { choice.label }.href(choice.href).aria(.current, choice.isCurrent ? "true" : nil)
            }
          }
        }
      }
      .role("group").aria(.label, label)
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
