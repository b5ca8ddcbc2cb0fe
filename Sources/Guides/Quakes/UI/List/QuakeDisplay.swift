import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The menu at the foot of the list: its order, the unit of distances and the time zone.
enum QuakeDisplay {
  /// Collects the choices.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let zone = location.measures.zone
      return ViewState(
        orders: orders.map { sort, order in
          let location = location.with {
            $0.sort = sort
            $0.order = order
            $0.page = 1
          }
          return Link(
            label: capitalized(location.orderWord), href: location.href,
            isCurrent: (sort, order) == (self.location.sort, self.location.order))
        },
        units: LengthUnit.allCases.map { unit in
          Link(
            label: unit == .kilometres ? "km" : "miles", href: location.measured(in: unit).href,
            isCurrent: unit == location.measures.unit)
        },
        zones: ([.utc] + (zone == .utc ? [] : [zone])).map { link(to: $0) },
        otherZones: Zone.offered.filter { $0 != .utc && $0 != zone }.map { link(to: $0) },
        zone: zone.name)
    }

    /// The usual orders, and that of the address.
    private var orders: [(QuakesSort, SortOrder)] {
      let usual: [(QuakesSort, SortOrder)] =
        [(.time, .reverse), (.magnitude, .reverse)]
        + (location.filter.near?.circle == nil ? [] : [(.distance, .reverse)])
      let current = (location.sort, location.order)
      return usual + (usual.contains { $0 == current } ? [] : [current])
    }

    private func link(to zone: Zone) -> Link {
      Link(
        label: zone == .utc ? zone.label : "\(zone.label), \(zone.abbreviation(at: now))",
        href: location.with { $0.measures.zone = zone }.href,
        isCurrent: zone == location.measures.zone)
    }
  }

  /// The content of the menu.
  struct ViewState: Hashable, Sendable {
    let orders: [Link]
    let units: [Link]
    /// UTC and the current zone. The script of the page adds that of the visitor.
    let zones: [Link]
    let otherZones: [Link]
    /// The name of the current zone.
    let zone: String
  }

  /// Renders the menu.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      Menu("Display", id: "menu-display") {
        Choices(state: state.orders, label: "Order", style: "seg")
        Choices(state: state.units, label: "Distances", style: "seg")
        div {
          strong { "Times" }
          ul { ForEach(state.zones) { zone in li { zone } } }
          details {
            summary { "Other zone…" }
            ul { ForEach(state.otherZones) { zone in li { zone } } }
          }
        }
        .role("group").aria(.label, "Times").data("zone", state.zone)
      }
    }
  }

  /// A group of links, one of which is current.
  struct Choices: Component {
    let state: [Link]
    let label: String
    var style: String? = nil

    var body: some HTML {
      div {
        strong { label }
        ul {
          ForEach(state) { choice in li { choice } }
        }
        .class(style)
      }
      .role("group").aria(.label, label)
    }
  }
}
