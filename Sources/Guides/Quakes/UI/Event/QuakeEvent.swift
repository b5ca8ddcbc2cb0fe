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
      let moment = Moment(quake.time, in: zone)
      return QuakeEvent.ViewState(
        head: EventHead(quake, in: location.measures, now: now), all: location.home.href,
        local: quake.localTime, time: moment.dayAndClock, exactTime: moment.iso8601,
        zone: zone.label, ago: moment.ago(from: now),
        lead: EventLead(quake, select(.report(quake.id))?.report, in: unit),
        nearby: Link(
          label: "Before and after within \(radius) (\(grouped(count)))", href: nearby.href),
        deletion: EventDeletion(quake, from: location))
    }
  }

  /// The content of the head.
  struct ViewState: Hashable, Sendable {
    let head: EventHead
    /// The page of all quakes.
    let all: Href
    /// The time at the epicentre.
    let local: String
    /// The time in the zone of the page.
    let time: String
    /// The same as in ISO 8601.
    let exactTime: String
    let zone: String
    let ago: String
    let lead: EventLead
    let nearby: Link
    let deletion: EventDeletion
  }

  /// Renders the head.
  struct Presenter: FragmentPresenter {
    static let id = "quake-event"
    let state: ViewState

    var body: some HTML {
      div {
        nav { a { QuakesPage.name }.class("back").href(state.all) }.aria(.label, "Back")
        PageHead(state.head.name) {
          state.head.badge
          button {
            Icon(.share)
            span { "Share" }
          }
          .class("button primary copy-link scripted")
          Menu("More", id: "menu-event") {
            a { state.nearby.label }.href(state.nearby.href)
            state.deletion
          }
        }
        p {
          strong { state.local }
          " · "
          time { state.time }.datetime(state.exactTime)
          " in "
          span { state.zone }.data("times", "")
          " · \(state.ago)"
        }
        .class("when")
        state.lead
      }
      .class("event-head").id(Self.id)
    }
  }
}

extension Icon.Shape {
  fileprivate static let share = Icon.Shape(
    path: "M12 15V4M8 7.5l4-4 4 4M5 12v8h14v-8")
}
