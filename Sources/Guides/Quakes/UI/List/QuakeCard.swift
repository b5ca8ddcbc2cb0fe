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
          .href(fragment: "q-\(quake.id)"))
    }
  }

  /// The content of the card.
  struct ViewState: Hashable, Sendable {
    let head: EventHead
    /// The page of the event alone.
    let page: Href
    let onMap: Href
    let close: Href
    /// The corner of the map that has the card.
    var corner = Corner.lowerLeft

    /// A corner of the map, the preferred one first.
    enum Corner: String, CaseIterable, Hashable, Sendable {
      case lowerLeft = "low left"
      case lowerRight = "low right"
      case upperLeft = "high left"
      case upperRight = "high right"

      /// Returns true if the card covers a place, in fractions of the map from its upper left.
      func covers(x: Double, y: Double) -> Bool {
        (self == .lowerLeft || self == .upperLeft ? 0..<0.42 : 0.58..<1).contains(x)
          && (self == .upperLeft || self == .upperRight ? 0..<0.4 : 0.6..<1).contains(y)
      }
    }
  }

  /// Renders the card.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
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
      .class("card", state.corner.rawValue).id("quake-card")
      .aria(.labelledby, "quake-title").tabindex(-1)
    }
  }
}
