import Geography
import ImmutableUI
import Markup
import QuakesData

extension QuakeMap {
  /// The content of the map.
  struct ViewState: Hashable, Sendable {
    let label: String
    /// The view for scripts: position of the centre, width and height.
    let view: String
    let viewBox: ViewBox
    /// The width and the height of the drawing, in proportion to each other.
    let size: Size
    let projection: Projection
    /// True if the height is that of the window of a visitor.
    let hasOwnHeight: Bool
    /// The side of the map that has the selected quake; `nil` for the middle, and for a view
    /// that the visitor has chosen. A narrow window shows a part of the usual map.
    let side: Side?
    let detail: Detail
    let base: [Base]
    /// The edge of the vicinity that the filter asks for; `nil` for none.
    let circle: String?
    /// The shaking of the event of the page; `nil` if it is not known.
    let shaking: Shaking?
    let spots: [Spot]
    let origin: Origin
    let layers: [Layer]
    let pins: [Pin]
    let selected: Selected?
    let names: [Name]
    let card: QuakeCard.ViewState?
    /// The scale bar; `nil` if one length has many scales.
    let scale: ScaleBar?
    let tools: [Tool]
    let layersMenu: LayersMenu
    /// The end of the time that the player shows; `nil` if it has nothing to play.
    let latest: Latest?
    let legend: Legend

    /// The CSS classes of the shape; `nil` for a rectangular map in the usual one.
    var shape: String? {
      let classes = [
        isProjected ? "projected" : nil, hasOwnHeight ? "tall" : side?.rawValue,
      ]
      .compactMap(\.self)
      return classes.isEmpty ? nil : classes.joined(separator: " ")
    }

    /// True if the globe has edges on the plane.
    var isProjected: Bool { projection != .equirectangular }

    struct Size: Hashable, Sendable {
      let width, height: Double
    }

    enum Side: String, Hashable, Sendable {
      case west, east
    }

    /// The level of detail, which sets the size of the dots.
    enum Detail: String, Hashable, Sendable {
      case world, region, place
    }

    /// A group of the base map.
    struct Base: Hashable, Sendable {
      /// The CSS class.
      let name: String
      let href: Href
      let offset: Double
    }

    /// A link that centres the map at a part of it.
    struct Spot: Hashable, Sendable {
      let href: Href
      let frame: ViewBox
    }

    /// The centre of the first grid cell, and the size of a cell.
    struct Origin: Hashable, Sendable {
      let x, y, scale: Double
    }

    /// Dots of the same style, in ascending order of magnitude.
    struct Layer: Hashable, Sendable {
      let size: String
      let colour: String
      let shape: Shape
      /// True for the past hour.
      let isRecent: Bool
      let path: String
    }

    enum Shape: String, Hashable, Sendable {
      case round
      /// Of an event that is no earthquake.
      case square
      /// Of the second of two filters.
      case diamond
    }

    struct Pin: Hashable, Sendable {
      let href: Href
      let label: String
      let path: String
    }

    struct Selected: Hashable, Sendable {
      let size: String
      let colour: String
      let path: String
    }

    /// A text on the map, at percentages of its width and height.
    struct Name: Hashable, Sendable {
      let text: String
      let x, y: Double
      let style: String
    }

    /// A control on the map.
    struct Tool: Hashable, Sendable {
      enum Kind: Hashable, Sendable {
        case zoomIn, zoomOut, west, north, east, world, south
      }

      let kind: Kind
      let href: Href
    }

    /// The content of the menu of layers.
    struct LayersMenu: Hashable, Sendable {
      /// The meanings of the colours; empty where the marks tell two filters apart.
      let colours: [Link]
      /// The projections; empty on the page of an event.
      let maps: [Link]
      /// The layers that can be shown and hidden.
      let shown: [Link]
      /// The view of all listed quakes; `nil` without any.
      let fit: Link?
      let hasPlates: Bool

      /// The authors of what the map shows, whose licences ask for it.
      var credit: String {
        "Natural Earth" + (hasPlates ? "; Bird 2003, Ahlenius, Nordpil (ODC-By)" : "")
      }
    }

    /// A time in the zone of the page.
    struct Latest: Hashable, Sendable {
      let text, iso8601: String
    }

    /// The meaning of what the map shows.
    struct Legend: Hashable, Sendable {
      let colouring: MapColouring
      /// The marks of two filters; empty for one filter.
      let marks: [QuakeComparison.Mark]
      let entries: [Entry]
      /// True if the sizes of dots show magnitudes that the colours do not.
      let hasSizes: Bool
      /// True if the map shows events that are no earthquakes.
      let hasOthers: Bool

      /// A dot by its CSS classes, and its name.
      struct Entry: Hashable, Sendable {
        let classes, name: String
      }
    }
  }
}

extension QuakeMap.ViewState.Legend {
  /// Creates the meaning of the dots of one filter, or of the marks of two.
  init(_ layers: [QuakeMap.ViewState.Layer], _ colouring: MapColouring, isComparison: Bool) {
    self.colouring = colouring
    marks = isComparison ? QuakeComparison.Mark.allCases : []
    let shown = Set(layers.flatMap { $0.colour.split(separator: " ").map(String.init) })
    entries =
      (isComparison ? [] : colouring.legend.filter { shown.contains($0.colour) })
      .map { Entry(classes: "\($0.colour) d\($0.size)", name: $0.name) }
      + (shown.contains("hollow") ? [Entry(classes: "hollow d4", name: "unknown magnitude")] : [])
    hasSizes = !layers.isEmpty && (isComparison || colouring != .magnitude)
    hasOthers = layers.contains { $0.shape == .square }
  }
}

extension QuakeMap.ViewState.Layer {
  /// Creates the dots of a kind.
  ///
  /// - Parameters:
  ///   - layer: the kind and its spots.
  ///   - colour: the CSS class of the colour.
  ///   - shape: the shape; `nil` for that of the kind.
  ///   - scale: the size of a cell of the spots in cells of the map.
  init(
    _ layer: (kind: QuakeGrid.Kind, spots: [QuakeGrid.Spot]), colour: String,
    shape: QuakeMap.ViewState.Shape? = nil, isRecent: Bool = false, scale: Double = 1
  ) {
    size = layer.kind.magnitude.size
    self.colour = colour
    self.shape = shape ?? (layer.kind.isEarthquake ? .round : .square)
    self.isRecent = isRecent
    guard self.shape != .diamond else {
      // The direction of a short line turns the square at its end.
      path = layer.spots.map { spot in
        let (x, y) = (Double(spot.x) + 0.5, Double(spot.y) + 0.5)
        return "M\(shortNumber(x * scale - 0.5)) \(shortNumber(y * scale - 0.5))l.01.01"
      }.joined()
      return
    }
    // Relative coordinates keep the numbers short.
    var path = ""
    var x: Int32 = 0
    var y: Int32 = 0
    for spot in layer.spots {
      let right = spot.x - x
      path += "m\(right)\(spot.y - y < 0 ? "" : " ")\(spot.y - y)h0"
      x = spot.x
      y = spot.y
    }
    self.path = path
  }
}

extension QuakeMap.ViewState.Name {
  init(_ name: MapNames.Name) {
    self.init(
      text: name.markedText, x: name.x, y: name.y,
      style: name.kind.rawValue + (name.isLeft ? " left" : "") + (name.isWide ? " wide" : ""))
  }
}
