import Foundation
import Geography
import ImmutableUI
import Look
import Markup
import QuakesData

/// The menus above the list: sort, display, more. They are
/// popovers, so that browsers close them on Escape and on a click outside.
enum QuakeMenus {
  /// The `id` of the button of the page menu.
  static let moreId = "menu-more"

  /// Collects the available choices.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let now: Date

    func viewState(_ select: SelectQuakes) -> ViewState {
      let total = select(.quakesCount)
      let isEmpty = select(.quakesValues(query)).listed.count == 0
      return ViewState(
        refresh: QuakesRoute.post(.refresh, from: location).href,
        sorts: location.compared != nil
          ? nil
          : isEmpty
            ? []
            : orders.map { sort, order in
              let location = location.with {
                $0.sort = sort
                $0.order = order
                $0.page = 1
              }
              return Link(
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
            href: location.with { $0.measures.zone = zone }.href,
            isCurrent: zone == location.measures.zone)
        },
        zone: location.measures.zone.name,
        projections: location.isEvent
          ? []
          : Projection.allCases.map { projection in
            .init(
              label: projection.label, href: location.with { $0.projection = projection }.href,
              isCurrent: projection == location.projection)
          },
        other: QuakesRoute.page(
          location.with { $0.show = $0.show == .map ? .list : .map }
        ).href(
          fragment: location.show == .map ? location.quakeId.map { "q-\($0)" } : nil),
        isMap: location.show == .map,
        deletedEvents: location.deletedEvents.href,
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

    private var orders: [(QuakesSort, SortOrder)] {
      [(.time, .reverse), (.time, .forward), (.magnitude, .reverse), (.magnitude, .forward)]
        + (location.filter.near?.circle == nil ? [] : [(.distance, .reverse)])
    }
  }

  /// The content of the menus.
  struct ViewState: Hashable, Sendable {
    let refresh: Href
    /// The orders; empty if there is nothing to sort, `nil` without a list.
    let sorts: [Link]?
    let units: [Link]
    let zones: [Link]
    /// The name of the current one.
    let zone: String
    /// The projections of the map; empty on the page of an event.
    let projections: [Link]
    /// The page with the list in place of the map, or the other way round, in
    /// narrow windows.
    let other: Href
    let isMap: Bool
    let deletedEvents: Href
    /// The items that delete; `nil` if there is nothing to delete.
    let delete: Delete?

    struct Delete: Hashable, Sendable {
      /// The selected quake.
      let quakeId: Quake.ID?
      let quake: Href
      let all: String
      /// The page with the confirmation before all quakes are deleted.
      let confirmation: Href
    }
  }

  /// Renders the menus.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      if let sorts = state.sorts {
        a { state.isMap ? "List" : "Map" }.class("button other").href(state.other)
        if sorts.isEmpty {
          button { "Sort" }.class("button").disabled()
        } else {
          QuakeMenu(label: "Sort", id: "menu-sort") { Choices(state: sorts, label: "Order") }
        }
      }
      QuakeMenu(label: "Display", id: "menu-display") {
        Choices(state: state.units, label: "Lengths")
        Choices(state: state.zones, label: "Times", zone: state.zone)
        if !state.projections.isEmpty { Choices(state: state.projections, label: "Map") }
      }
      ForWriters {
        QuakeMenu(label: "More", id: moreId) {
          form {
            strong { "Refresh" }.id("refresh")
            ForEach(QuakesFeed.Range.allCases) { range in
              button { range.label }.name("range").value(range.rawValue)
            }
          }
          .post(to: state.refresh).aria(.labelledby, "refresh")
          a { "Deleted events" }.href(state.deletedEvents)
          if let delete = state.delete {
            if let quakeId = delete.quakeId {
              form {
                button { "Delete selected" }.class("danger").name("quakeId").value(quakeId)
              }
              .post(to: delete.quake)
            }
            a { delete.all }.class("danger").href(delete.confirmation)
          }
        }
      }
    }
  }

  /// A group of links, one of which is current.
  private struct Choices: Component {
    let state: [Link]
    let label: String
    var zone: String?

    var body: some HTML {
      div {
        strong { label }
        ul {
          ForEach(state) { choice in li { choice } }
        }
      }
      .role("group").aria(.label, label).data("zone", zone)
    }
  }
}

extension Projection {
  fileprivate var label: String {
    switch self {
    case .equirectangular: "Rectangular"
    case .equalEarth: "Equal areas"
    case .equalEarthAtlantic: "Equal areas, Atlantic"
    case .northPole: "North Pole"
    case .southPole: "South Pole"
    }
  }
}

/// A button with a list of links and forms.
struct QuakeMenu<Content: HTML>: Component {
  let label: String
  let id: String
  @HTMLBuilder let content: Content

  var body: some HTML {
    button { label }.class("button menu").id(id).popovertarget("\(id)-list")
    div { content }.class("menu-list").id("\(id)-list").popover()
  }
}
