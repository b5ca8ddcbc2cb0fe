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
    let projection: Projection
    /// True if the height is that of the window of a visitor.
    let hasOwnHeight: Bool
    /// The side of the map that has the selected quake; `nil` for the middle, and for a view
    /// that the visitor has chosen. A narrow window shows a part of the usual map.
    let side: Side?
    let detail: Detail
    let base: [Base]
    /// The lines of the graticule; `nil` if the base map has them.
    let graticule: String?
    /// The edge of the vicinity that the filter asks for; `nil` for none.
    let circle: String?
    /// True on the page of an event.
    let isOfEvent: Bool
    /// The shaking of the event of the page; `nil` if it is not known.
    let shaking: Shaking?
    let spots: [Spot]
    let origin: Origin
    let layers: [Layer]
    let pins: [Pin]
    let selected: Selected?
    let names: [Name]
    let card: QuakeCard.ViewState?
    let scale: ScaleBar
    let tools: [Tool]
    /// The time that the filter asks for; `nil` if no quakes are stored.
    let period: String?
    let legend: Legend
    let links: [Link]
    /// Shows or hides the plate boundaries.
    let plates: Link

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

    /// A control on the map; without an address, it is disabled.
    struct Tool: Hashable, Sendable {
      enum Kind: Hashable, Sendable {
        case zoomIn, zoomOut, world, north, west, east, south
      }

      let kind: Kind
      let href: Href?
    }

    struct Legend: Hashable, Sendable {
      let colouring: MapColouring
      /// True if the marks tell two filters apart, not ages or depths.
      let isComparison: Bool
      /// The meanings of the colours.
      let choices: [Link]
    }
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
