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
          // The size has the shape of the drawing; the style sheet fills the frame with it.
          svg { BaseMap(state: state) }
            .class("base", state.detail.rawValue).viewBox(state.viewBox)
            .preserveAspectRatio("none").width(state.size.width).height(state.size.height)
            .aria(.hidden, "true")
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
          .preserveAspectRatio("none")
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
        div { LayersMenu(state: state.layersMenu) }.class("menu-list").id("layers-list").popover()
        if let latest = state.latest { Player(latest: latest) }
        figcaption {
          if let shaking = state.shaking {
            ShakingLegend(state: shaking)
          } else {
            Legend(state: state.legend)
          }
          small { "Natural Earth" }
        }
        .class("legend").data("colour", state.legend.colouring.rawValue)
        .data("scale", state.legend.colouring.scale)
      }
    }
  }

  struct BaseMap: Component {
    let state: ViewState

    var body: some HTML {
      ForEach(state.base) { base in
        use().href(base.href).class(base.name).x(base.offset)
      }
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
      if let scale = state.scale {
        svg {
          text { scale.text }.x(percent: 100).y(10)
          rect().x(percent: 100 - scale.width).y(17).width(percent: scale.width).height(3)
        }
        .class("scale").aria(.hidden, "true")
      }
    }
  }

  private struct Tools: Component {
    let state: [ViewState.Tool]

    var body: some HTML {
      div {
        ForEach(state) { tool in
          a {
            Icon(tool.kind.icon)
            span { tool.kind.label }.class("vh")
          }
          // The script of the page turns the map otherwise.
          .class("tool", tool.kind.isZoom ? nil : "turn").href(tool.href)
        }
        button {
          Icon(.layers)
          span { "Layers" }.class("vh")
        }
        .class("tool").popovertarget("layers-list")
      }
      .class("tools").role("group").aria(.label, "Map view")
    }
  }

  /// The menu of the colours, the projections and the layers of the map.
  private struct LayersMenu: Component {
    let state: ViewState.LayersMenu

    var body: some HTML {
      if !state.colours.isEmpty {
        QuakeDisplay.Choices(state: state.colours, label: "Colour by", style: "seg")
      }
      if !state.maps.isEmpty { QuakeDisplay.Choices(state: state.maps, label: "Map") }
      ul { ForEach(state.shown) { choice in li { choice } } }
      if let fit = state.fit { fit }
      // A line below the map has no room for all authors.
      p { state.credit }.class("row-note")
    }
  }

  /// The controls that show the events in the order of time. The script of the
  /// page moves the slider and writes the time.
  private struct Player: Component {
    let latest: ViewState.Latest

    var body: some HTML {
      div {
        button { Icon(.play) }.aria(.label, "Play")
        input().type(.range).value("100").aria(.label, "Time").aria(.valuetext, "All events")
        time { latest.text }.datetime(latest.iso8601)
      }
      .class("player scripted").role("group").aria(.label, "Events in order of time")
    }
  }

  /// The meaning of the dots on the map.
  private struct Legend: Component {
    let state: ViewState.Legend

    var body: some HTML {
      ul {
        ForEach(state.marks) { mark in
          li {
            mark.drawing
            "\(mark.ordinal) filter"
          }
        }
        ForEach(state.entries) { entry in LegendEntry(classes: entry.classes, name: entry.name) }
        if state.hasSizes {
          li {
            "M"
            ForEach([3, 5, 7]) { size in
              "\u{A0}\(size)"
              svg { circle().cx(6).cy(6).r(6) }
                .class("plain d\(size)").viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
            }
          }
        }
        if state.hasOthers {
          li {
            svg { rect().x(0).y(0).width(12).height(12) }
              .class("plain d4").viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
            "not an earthquake"
          }
        }
      }
    }
  }

  /// An entry of the legend: a dot and its name.
  struct LegendEntry: Component {
    let classes: String
    let name: String

    var body: some HTML {
      li {
        svg { circle().cx(6).cy(6).r(6) }
          .class(classes).viewBox(ViewBox(0, 0, 12, 12)).aria(.hidden, "true")
        name
      }
    }
  }
}

extension QuakeMap.ViewState.Layer {
  /// The CSS class of the shape.
  fileprivate var shapeClass: String? { shape == .round ? nil : shape.rawValue }
}

extension QuakeMap.ViewState.Tool.Kind {
  var isZoom: Bool { self == .zoomIn || self == .zoomOut }

  fileprivate var label: String {
    switch self {
    case .zoomIn: "Zoom in"
    case .zoomOut: "Zoom out"
    case .west: "West"
    case .north: "North"
    case .east: "East"
    case .world: "World"
    case .south: "South"
    }
  }

  fileprivate var icon: Icon.Shape {
    switch self {
    case .zoomIn: .init(path: "M12 6v12M6 12h12")
    case .zoomOut: .init(path: "M6 12h12")
    case .west: .init(path: "M15 6l-6 6 6 6")
    case .north: .init(path: "M6 15l6-6 6 6")
    case .east: .init(path: "M9 6l6 6-6 6")
    case .world:
      .init(path: "M3 12h18M12 3a9 9 0 1 0 0 18 9 9 0 1 0 0-18c-5 5-5 13 0 18 5-5 5-13 0-18")
    case .south: .init(path: "M6 9l6 6 6-6")
    }
  }
}

extension Icon.Shape {
  fileprivate static let layers = Self(path: "M12 4l9 5-9 5-9-5zM3.5 13.5L12 18l8.5-4.5")
  fileprivate static let play = Self(path: "M8 5l11 7-11 7z")
}
