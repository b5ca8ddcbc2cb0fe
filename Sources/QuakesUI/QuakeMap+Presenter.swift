import ImmutableUI
import Markup

extension QuakeMap {
  /// Renders the map.
  struct Presenter: ImmutableUI.Presenter {
    let state: ViewState

    var body: some HTML {
      figure {
        div {
          svg {
            BaseMap(state: state)
            Dots(state: state)
            ForEach(state.pins) { Pin(state: $0) }
            if let selected = state.selected { SelectionMarker(state: selected) }
          }
          .viewBox(state.viewBox).class(state.detail.rawValue)
          // Without dots, the picture adds nothing to the label of the group.
          .aria(.hidden, state.pins.isEmpty && state.selected == nil ? "true" : nil)
        }
        .role("group").aria(.label, state.label)
        figcaption {
          Legend()
          nav {
            ul {
              ForEach(state.links) { link in li { a { link.label }.href(link.href) } }
            }
          }
          .aria(.label, "Map view")
        }
        .class("map-bar")
      }
      .class("panel map").id("quake-map")
    }
  }

  struct BaseMap: Component {
    let state: ViewState

    var body: some HTML {
      g {
        ForEach(state.landOffsets) { offset in
          use().href(state.land).class("land").x(offset)
        }
        path().class("grid").d(
          "M-360 90h1440M-360 66.6h1440M-360 113.4h1440M0 0v180M180 0v180M360 0v180M540 0v180")
      }
      .aria(.hidden, "true")
    }
  }

  struct Dots: Component {
    let state: ViewState

    var body: some HTML {
      let origin = state.origin
      g {
        // Each ring is drawn directly below its dots. Rings below all dots
        // would merge clusters.
        ForEach(state.layers) { layer in
          path().class("ring \(layer.size)", layer.shape).d(layer.path)
          path().class("dot \(layer.colour) \(layer.size)", layer.shape).d(layer.path)
        }
      }
      .transform("translate(\(origin.x) \(origin.y)) scale(\(origin.scale))")
      .aria(.hidden, "true")
    }
  }

  private struct Pin: Component {
    let state: ViewState.Pin

    var body: some HTML {
      // The title also names the link. A label of its own would repeat it two
      // hundred times.
      a {
        title { state.label }
        path().d(state.path)
      }
      .class("pin").href(state.href).tabindex(-1)
    }
  }

  private struct SelectionMarker: Component {
    let state: ViewState.Selected

    var body: some HTML {
      g {
        path().class("ring").d(state.path)
        path().class("dot").d(state.path)
        path().class("dot", state.colour).d(state.path)
      }
      .class("here", state.size).aria(.hidden, "true")
    }
  }

  private struct Legend: Component {
    /// The entries, each as large as the dots of its lower bound. Without
    /// colour, the size alone shows the magnitude.
    private static let classes: [(colour: String, size: String, name: String)] = [
      ("mag-0", "d0", "0–1"), ("mag-1", "d1", "1–2"), ("mag-2", "d2", "2–3"),
      ("mag-3", "d3", "3–5"), ("mag-5", "d5", "5–7"), ("mag-7", "d7", "7+"),
      ("mag-x", "d0", "below 0 or unknown"),
    ]

    var body: some HTML {
      ul {
        li { "Magnitude" }
        ForEach(Self.classes) { item in
          li {
            svg { circle().cx(6).cy(6).r(6) }
              .class(item.colour, item.size).viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
            item.name
          }
        }
        li {
          svg { rect().x(0).y(0).width(12).height(12) }
            .class("mag-x d4").viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
          "other event"
        }
      }
      .class("legend")
    }
  }
}

extension QuakeMap.ViewState.Layer {
  fileprivate var shape: String? { isEarthquake ? nil : "square" }
}
