import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The head of the page of a single event: what happened, when, and the way to others.
enum QuakeEvent {
  /// Counts the quakes nearby.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> QuakeEvent.ViewState? {
      guard let quake = select(.quake(location.quakeId)) else { return nil }
      let period = QuakesLocation.time(around: quake)
      let (unit, zone) = (location.measures.unit, location.measures.zone)
      var nearby = location.home
      nearby.filter.setTime(
        .any, from: TimeBound(period.lowerBound, in: zone),
        to: TimeBound(period.upperBound, in: zone))
      nearby.filter.magnitude = .init()
      nearby.filter.near = Vicinity(around: quake, radius: QuakeCluster.radius)
      let count = select(.matchCount(nearby.query(now: now)))
      let radius = shownDistance(QuakeCluster.radius, in: unit)
      return QuakeEvent.ViewState(
        head: EventHead(quake, in: location.measures, now: now), all: location.home.href,
        local: quake.localTime,
        nearby: Link(
          label: "Before and after within \(radius) (\(grouped(count)))", href: nearby.href),
        actions: EventActions(quake, from: location))
    }
  }

  /// The content of the head.
  struct ViewState: Hashable, Sendable {
    let head: EventHead
    /// The page of all quakes.
    let all: Href
    /// The time at the epicentre.
    let local: String
    let nearby: Link
    let actions: EventActions
  }

  /// Renders the head.
  struct Presenter: FragmentPresenter {
    static let id = "quake-event"
    let state: ViewState

    var body: some HTML {
      header {
        nav { a { "All earthquakes" }.class("back").href(state.all) }.aria(.label, "Back")
        div {
          state.head.badge
          div {
            h1 { state.head.name }.dir(.auto)
            p {
              strong { state.local }
              " · "
              state.head.time
            }
          }
        }
        .class("title")
        div {
          button { "Copy link" }.class("button primary copy-link scripted")
          a { state.nearby.label }.class("button").href(state.nearby.href)
          QuakeMenu(label: "More", id: "menu-event") { state.actions }
        }
        .class("actions")
        if let impact = state.head.impact {
          p {
            impact
            WarningsLink(href: state.head.warnings)
          }
          .class("said")
        }
      }
      .class("head event").id(Self.id)
    }
  }
}
