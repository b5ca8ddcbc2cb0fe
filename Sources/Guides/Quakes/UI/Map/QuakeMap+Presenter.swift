import Geography
import ImmutableUI
import Look
import Markup

extension QuakeMap {
  /// Renders the map.
  struct Presenter: FragmentPresenter {
    static let id = "quake-map"
    let state: ViewState

    var body: some HTML {
      Panel(Tags.Figure.self, kind: "map", id: Self.id) {
        div {
          svg { BaseMap(state: state) }
            .class("base", state.detail.rawValue).viewBox(state.viewBox).aria(.hidden, "true")
          svg {
            Spots(state: state.spots)
            Dots(state: state)
            if let shaking = state.shaking { ShakingLayer(state: shaking) }
            ForEach(state.pins) { pin in
              // The title also names the link. A label of its own would repeat it two
              // hundred times.
              a {
                title { pin.label }
                path().d(pin.path)
              }
              .class("pin").href(pin.href).tabindex(-1)
            }
            if let selected = state.selected {
              g {
                path().class("ring").d(selected.path)
                path().class("dot").d(selected.path)
                path().class("dot", selected.colour).d(selected.path)
              }
              .class("here", selected.size).aria(.hidden, "true")
            }
          }
          .class("dots", state.detail.rawValue).viewBox(state.viewBox)
          // Without pins, the picture adds nothing to the label of the group.
          .aria(.hidden, state.pins.isEmpty && state.selected == nil ? "true" : nil)
          Names(state: state)
          if let card = state.card { QuakeCard.Presenter(state: card) }
          Tools(state: state.tools)
        }
        .class("frame", state.shape)
        .role("group").aria(
          .label, state.label
        ).data("view", state.view)
        .data("projection", state.isProjected ? state.projection.rawValue : nil)
        figcaption {
          Player(period: state.period)
          // The legend of the shaking is the last one.
          if state.isOfEvent {
            details {
              summary { "Other earthquakes" }
              Legend(state: state.legend)
            }
            .class("more")
          } else if state.legend.isComparison {
            ComparisonLegend()
          } else {
            Legend(state: state.legend)
          }
          nav {
            ul {
              ForEach(state.links) { link in li { link } }
              li { state.plates }
            }
          }
          .aria(.label, "Area of the map")
          if let shaking = state.shaking { ShakingLegend(state: shaking) }
          p {
            "Map: Natural Earth. Plate boundaries: Peter Bird (2003), Hugo Ahlenius, "
            "Nordpil (ODC-By)"
          }
          .class("credit")
        }
        .class("map-bar")
      }
    }
  }

  struct BaseMap: Component {
    let state: ViewState

    var body: some HTML {
      ForEach(state.base) { base in
        use().href(base.href).class(base.name).x(base.offset)
      }
      // The base maps of other projections include one.
      if let graticule = state.graticule { path().class("grid").d(graticule) }
      if let circle = state.circle { path().class("circle").d(circle) }
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
          if layer.isRecent { path().class("recent", layer.size).d(layer.path) }
          path().class("ring \(layer.size)", layer.shapeClass).d(layer.path)
          path().class("dot \(layer.colour) \(layer.size)", layer.shapeClass).d(layer.path)
        }
      }
      .transform("translate(\(origin.x) \(origin.y)) scale(\(origin.scale))")
      .aria(.hidden, "true")
    }
  }

  private struct Spots: Component {
    let state: [ViewState.Spot]

    var body: some HTML {
      g {
        ForEach(state) { spot in
          a {
            rect().x(spot.frame.x).y(spot.frame.y).width(spot.frame.width)
              .height(spot.frame.height)
          }
          .href(spot.href).tabindex(-1)
        }
      }
      .class("spots").aria(.hidden, "true")
    }
  }

  /// The texts on the map and the scale bar.
  private struct Names: Component {
    let state: ViewState

    var body: some HTML {
      svg {
        ForEach(state.names) { name in
          text { name.text }.class(name.style).x(percent: name.x).y(percent: name.y)
        }
      }
      .class("names").aria(.hidden, "true")
      svg {
        text { state.scale.text }.x(percent: 100).y(10)
        rect().x(percent: 100 - state.scale.width).y(17).width(percent: state.scale.width).height(3)
      }
      .class("scale").aria(.hidden, "true")
    }
  }

  private struct Tools: Component {
    let state: [ViewState.Tool]

    var body: some HTML {
      nav {
        ForEach(state) { tool in
          if let href = tool.href {
            a { ToolContent(kind: tool.kind) }
              .class("tool", tool.kind.design.edge).href(href)
          } else {
            span { ToolContent(kind: tool.kind) }
              .class("tool", tool.kind.design.edge).aria(.hidden, "true")
          }
        }
      }
      .class("map-tools").aria(.label, "Map view")
    }
  }

  private struct ToolContent: Component {
    let kind: ViewState.Tool.Kind

    var body: some HTML {
      svg { path().d(kind.design.drawing) }
        .class("icon").viewBox(ViewBox(0, 0, 24, 24)).aria(.hidden, "true")
      span { kind.design.label }.class("vh")
    }
  }

  /// The controls that show the events in the order of time. The script of the
  /// page moves the slider and writes the time.
  private struct Player: Component {
    /// The time of all events; `nil` if none are stored.
    let period: String?

    var body: some HTML {
      div {
        button { "Play" }.class("button")
        input().type(.range).value("100").aria(.label, "Time").aria(.valuetext, "All events")
        span { period ?? "" }
      }
      .class("player scripted").role("group").aria(.label, "Events in order of time")
    }
  }

  private struct ComparisonLegend: Component {
    var body: some HTML {
      ul {
        ForEach(QuakeComparison.Mark.allCases) { mark in
          li {
            mark.drawing
            "\(mark.ordinal) filter"
          }
        }
        ForEach(Legend.sizes) { item in LegendEntry(classes: item.classes, name: item.name) }
      }
      .class("legend")
    }
  }

  private struct Legend: Component {
    let state: ViewState.Legend

    var body: some HTML {
      ul {
        li {
          ForEach(state.choices) { choice in
            if choice.isCurrent {
              span { choice.label }.aria(.current, "true")
            } else {
              choice
            }
          }
        }
        .class("colours")
        ForEach(state.colouring.legend) { item in
          LegendEntry(classes: item.classes, name: item.name, from: item.from)
        }
        if state.colouring != .magnitude {
          ForEach(Self.sizes) { item in LegendEntry(classes: item.classes, name: item.name) }
        }
        LegendEntry(classes: "hollow d4", name: "unknown magnitude")
        li {
          svg { rect().x(0).y(0).width(12).height(12) }
            .class("plain d4").viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
          "not an earthquake"
        }
      }
      .class("legend").data("colour", state.colouring.rawValue)
    }

    static let sizes: [(classes: String, name: String)] = [
      ("plain d3", "M 3"), ("plain d5", "M 5"), ("plain d7", "M 7+"),
    ]
  }

  /// An entry of the legend: a dot and its name.
  struct LegendEntry: Component {
    let classes: String
    let name: String
    var from: Int?

    var body: some HTML {
      li {
        svg { circle().cx(6).cy(6).r(6) }
          .class(classes).viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
        name
      }
      .data("from", from.map(String.init))
    }
  }
}

extension QuakeMap.ViewState.Layer {
  /// The CSS class of the shape.
  fileprivate var shapeClass: String? { shape == .round ? nil : shape.rawValue }
}

extension QuakeMap.ViewState.Tool.Kind {
  /// The label, the edge of the map with the control, `nil` for those in the corner, and the
  /// path.
  fileprivate var design: (label: String, edge: String?, drawing: String) {
    switch self {
    case .zoomIn: ("Zoom in", nil, "M12 5v14M5 12h14")
    case .zoomOut: ("Zoom out", nil, "M5 12h14")
    case .world:
      ("World", nil, "M3 12h18M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18c-5 5-5 13 0 18 5-5 5-13 0-18")
    case .north: ("North", "north", "M6 15l6-6 6 6")
    case .west: ("West", "west", "M15 6l-6 6 6 6")
    case .east: ("East", "east", "M9 6l6 6-6 6")
    case .south: ("South", "south", "M6 9l6 6 6-6")
    }
  }
}
