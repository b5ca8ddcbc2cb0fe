import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The head of the page of a single event: what happened, when, and the way to others.
enum QuakeEvent {}

extension QuakeEvent {
  /// Counts the quakes nearby.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> QuakeEvent.ViewState? {
      guard let quake = select(.quake(location.quakeId)) else { return nil }
      var all = QuakesLocation()
      all.measures = location.measures
      var nearby = all
      let period = QuakesLocation.time(around: quake)
      let zone = location.measures.zone
      nearby.filter.setTime(.any)
      nearby.filter.from = TimeBound(period.lowerBound, in: zone)
      nearby.filter.to = TimeBound(period.upperBound, in: zone)
      nearby.filter.magnitude = .init()
      nearby.filter.near = Vicinity(longitude: quake.longitude, latitude: quake.latitude)
      nearby.filter.near?.radius = QuakeCluster.radius
      let count = select(.matchCount(nearby.query(now: now)))
      let radius = shownDistance(QuakeCluster.radius, in: location.measures.unit)
      let time = Moment(quake.time, in: zone)
      return QuakeEvent.ViewState(
        name: quake.shownName(in: location.measures.unit), magnitude: quake.badge,
        colour: quake.colour, all: all.href,
        local: quake.localTime,
        time: time.iso8601, exactTime: time.second, ago: time.ago(from: now),
        impact: quake.impactSentence,
        warnings: quake.warnings,
        nearbyLabel: "Before and after within \(radius) (\(grouped(count)))",
        nearby: nearby.href, links: QuakeDetail.Links(quake, from: location))
    }
  }
}

extension QuakeEvent {
  /// The content of the head.
  struct ViewState: Hashable, Sendable {
    let name: String
    let magnitude: String
    let colour: String
    /// The page of all quakes.
    let all: Href
    /// The time at the epicentre.
    let local: String
    let time: String
    let exactTime: String
    let ago: String
    /// The effects on people as a sentence; `nil` if none are known.
    let impact: String?
    /// The warning centres; `nil` without a possible message of theirs.
    let warnings: Href?
    let nearbyLabel: String
    let nearby: Href
    let links: QuakeDetail.Links
  }
}

extension QuakeEvent {
  /// Renders the head.
  struct Presenter: FragmentPresenter {
    static let id = "quake-event"
    let state: ViewState

    var body: some HTML {
      header {
        nav { a { "All earthquakes" }.class("back").href(state.all) }.aria(.label, "Back")
        div {
          MagnitudeBadge(magnitude: state.magnitude, colour: state.colour)
          div {
            h1 { state.name }.dir(.auto)
            p {
              strong { state.local }
              " · "
              time { state.exactTime }.datetime(state.time)
              " (\(state.ago))"
            }
          }
        }
        .class("title")
        div {
          button { "Copy link" }.class("button primary copy-link scripted")
          a { state.nearbyLabel }.class("button").href(state.nearby)
          QuakeMenu("More", id: "menu-event") {
            if let network = state.links.network {
              a { "USGS event page" }.href(network).rel("external noreferrer")
            }
            if let reports = state.links.reports {
              a { "Did you feel it?" }.href(reports).rel("external noreferrer")
            }
            ForWriters {
              form {
                HiddenField("quakeId", state.links.quakeId)
                button { "Delete" }.class("danger")
              }
              .post(to: state.links.delete)
            }
          }
        }
        .class("actions")
        if let impact = state.impact {
          p {
            impact
            WarningsLink(href: state.warnings)
          }
          .class("said")
        }
      }
      .class("head event").id(Self.id)
    }
  }
}
