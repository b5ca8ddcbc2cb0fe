import Foundation
import ImmutableUI
import Markup
import QuakesData

/// The selected quake in short, on the map beside its dot, or at the foot of a
/// narrow map.
enum QuakeCard {
  /// Describes the selected quake.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let now: Date

    func viewState(_ select: SelectQuakes) -> QuakeCard.ViewState? {
      // The head of the page of an event says the same.
      guard !location.isEvent, let quake = select(.quake(location.quakeId)) else { return nil }
      return QuakeCard.ViewState(
        head: EventHead(quake, in: location.measures, now: now),
        page: location.event(quake.id).href,
        onMap: QuakesRoute.page(
          location.with {
            $0.show = .map
            $0.camera = Camera(
              longitude: quake.longitude, latitude: quake.latitude,
              width: min($0.camera?.width ?? 60, 60)
            ).converted(to: $0.projection)
          }
        ).href(fragment: "quake-map"),
        close: QuakesRoute.page(location.with { $0.quakeId = nil })
          .href(fragment: "q-\(quake.id)"),
        place: place(of: quake))
    }

    /// Returns the side of the dot that has more room; `nil` outside the map.
    private func place(of quake: Quake) -> QuakeCard.ViewState.Place? {
      let camera = location.shownCamera
      guard
        let position = camera.position(longitude: quake.longitude, latitude: quake.latitude)
      else { return nil }
      let (x, y) = camera.fractions(of: position)
      return QuakeCard.ViewState.Place(
        isWest: x > 0.5, distance: ((x > 0.5 ? 1 - x : x) * 1_000).rounded() / 10,
        level: y < 1 / 3 ? .high : y < 1 / 2 ? .upper : y < 2 / 3 ? .lower : .low)
    }
  }

  /// The content of the card.
  struct ViewState: Hashable, Sendable {
    let head: EventHead
    /// The page of the event alone.
    let page: Href
    let onMap: Href
    let close: Href
    /// The position; `nil` if the dot is outside the map.
    let place: Place?

    struct Place: Hashable, Sendable {
      /// True if the card is west of its dot, not east.
      let isWest: Bool
      /// The distance of the dot from that side of the map, in percent of its width.
      let distance: Double
      let level: Level
    }

    /// The part of the map that has the dot: the first third, up to the middle, up to the
    /// second third, or the last one.
    enum Level: Hashable, Sendable {
      case high, upper, lower, low
    }
  }

  /// Renders the card. Style sheets cannot read a number from the page, so an empty
  /// drawing as wide as the distance of the dot from the side keeps the card away.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      div {
        if let place = state.place {
          svg {}.width(percent: place.distance).aria(.hidden, "true")
        }
        section {
          div {
            state.head.badge
            h2 { state.head.name }.id("quake-title").dir(.auto)
            a { span { "Close" }.class("vh") }.class("button remove").href(state.close)
          }
          p { state.head.time }
          if let impact = state.head.impact {
            p {
              strong { impact }
              WarningsLink(href: state.head.warnings)
            }
          }
          div {
            a { "Open page" }.class("button primary").href(state.page)
            a { "Show on the map" }.class("button").href(state.onMap)
          }
          .class("actions")
        }
        .class("card").id("quake-card").aria(.labelledby, "quake-title").tabindex(-1)
      }
      .class("spot", state.place.map { "\($0.level)\($0.isWest ? " flip" : "")" })
    }
  }
}
