import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// The head of the page of a single event: its title, and the way to others.
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
      let time = QuakesLocation.time(around: quake)
      let zone = location.measures.zone
      nearby.filter.setTime(.any)
      nearby.filter.from = TimeBound(time.lowerBound, in: zone)
      nearby.filter.to = TimeBound(time.upperBound, in: zone)
      nearby.filter.magnitude = .init()
      nearby.filter.near = Vicinity(longitude: quake.longitude, latitude: quake.latitude)
      nearby.filter.near?.radius = QuakeCluster.radius
      let count = select(.matchCount(nearby.query(now: now)))
      let radius = shownDistance(QuakeCluster.radius, in: location.measures.unit)
      return QuakeEvent.ViewState(
        title: quake.title(in: location.measures),
        all: all.href,
        nearbyLabel: "Fore- and aftershocks within \(radius) (\(grouped(count)))",
        nearby: nearby.href)
    }
  }
}

extension QuakeEvent {
  /// The content of the head.
  struct ViewState: Hashable, Sendable {
    let title: String
    /// The page of all quakes.
    let all: Href
    let nearbyLabel: String
    let nearby: Href
  }
}

extension QuakeEvent {
  /// Renders the head.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      header {
        h1 { state.title }.dir(.auto)
        p {
          a { "All earthquakes" }.class("tag").href(state.all)
          " "
          a { state.nearbyLabel }.class("tag").href(state.nearby)
        }
      }
      .class("head event")
    }
  }
}
