import Foundation
import ImmutableUI
import Look
public import Markup
import QuakesData

/// The quakes of the list on a map of the world. Its label counts exactly the
/// quakes within its frame.
///
/// All quakes are dots in a few paths; the largest are links as well. One unit
/// is one degree: x is the longitude east of 180° W, y the latitude south of
/// the North Pole.
enum QuakeMap {}

/// The addresses of the land outlines, which are static assets.
public struct LandOutlines: Hashable, Sendable {
  /// The outlines for the whole world.
  let coarse: Href
  /// The detailed outlines for a part of the world.
  let fine: Href

  public init(coarse: Href, fine: Href) {
    self.coarse = coarse
    self.fine = fine
  }
}

extension QuakeMap {
  /// Collects the dots within the frame of the camera.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    let land: LandOutlines

    private var camera: Camera { location.camera ?? .world }

    func viewState(_ select: SelectQuakes) -> ViewState {
      let result = select(.quakesValues(query))
      let area = camera.area
      let left = area.west + 180
      let selected = select(.quake(location.quakeId))
      return ViewState(
        label: label(result),
        viewBox: ViewBox(left, 90 - area.north, area.width, area.height),
        detail: camera.width > 180 ? .world : camera.width > 45 ? .region : .place,
        land: camera.width > 180 ? land.coarse : land.fine,
        landOffsets: [-360, 0, 360].filter { $0 < left + area.width && $0 + 360 > left },
        origin: .init(
          x: left + result.grid.cell / 2, y: 90 - area.north + result.grid.cell / 2,
          scale: result.grid.cell),
        layers: result.grid.layers.map(ViewState.Layer.init),
        pins: result.largest.reversed().compactMap(pin),
        selected: selected.flatMap { quake in
          point(of: quake).map {
            ViewState.Selected(
              size: MagnitudeClass(quake).size, colour: quake.colour, path: $0)
          }
        },
        links: links(result, selected))
    }

    private func label(_ result: QuakesPageResult) -> String {
      let noun = location.filter.noun
      var count = counted(result.count, noun.one, noun.many)
      if !camera.isWorld { count = "\(grouped(result.countOnMap)) of \(count)" }
      guard let largest = result.largest.first, largest.isMagnitudeKnown else {
        return "Map: \(count)"
      }
      let place = largest.shownName(in: location.measures.unit)
      return "Map: \(count). Largest: magnitude \(largest.badge), \(place)"
    }

    private func pin(_ quake: Quake) -> ViewState.Pin? {
      point(of: quake).map { path in
        ViewState.Pin(
          href: QuakesRoute.page(location.selecting(quake.id)).href(fragment: "q-\(quake.id)"),
          label: quake.summary(in: location.measures), path: path)
      }
    }

    /// Returns a point as a line of zero length; `nil` outside the frame.
    private func point(of quake: Quake) -> String? {
      guard camera.box.contains(longitude: quake.longitude, latitude: quake.latitude) else {
        return nil
      }
      // The western edge is between -360° and 180°. The tolerance prevents
      // rounding errors from moving a point on the edge by 360°.
      let west = camera.area.west - 1e-6
      let longitude = [quake.longitude - 360, quake.longitude, quake.longitude + 360]
        .first { $0 >= west }
      return longitude.map { "M\(hundredths($0 + 180)) \(hundredths(90 - quake.latitude))h0" }
    }

    private func links(_ result: QuakesPageResult, _ selected: Quake?) -> [ViewState.Link] {
      func link(_ label: String, _ camera: Camera) -> ViewState.Link? {
        guard camera != self.camera else { return nil }
        let location = location.with { $0.camera = camera == .world ? nil : camera }
        return .init(label: label, href: QuakesRoute.page(location).href(fragment: "quake-map"))
      }
      let place = selected.map { (longitude: $0.longitude, latitude: $0.latitude) }
      let isWorld = camera.isWorld
      return [
        link("Zoom in", camera.zoomed(by: 2, at: place)),
        link("Zoom out", camera.zoomed(by: 0.5)),
        link("West", camera.moved(east: isWorld ? -0.25 : -0.5)),
        link("East", camera.moved(east: isWorld ? 0.25 : 0.5)),
        isWorld ? nil : link("North", camera.moved(north: 0.5)),
        isWorld ? nil : link("South", camera.moved(north: -0.5)),
        result.box.flatMap { link("Fit to results", .fitting($0)) },
        link("World", .world),
        link("Atlantic", .atlantic),
        isWorld
          ? nil
          : .init(
            label: "List this area only",
            href: location.filtering { $0.box = camera.box }.href),
      ].compactMap { $0 }
    }
  }
}

extension QuakeMap {
  /// The content of the map.
  struct ViewState: Hashable, Sendable {
    let label: String
    let viewBox: ViewBox
    let detail: Detail
    let land: Href
    /// The offsets of the copies of the land, which continue it across the date
    /// line.
    let landOffsets: [Double]
    let origin: Origin
    let layers: [Layer]
    let pins: [Pin]
    let selected: Selected?
    let links: [Link]

    /// The level of detail, which sets the size of the dots.
    enum Detail: String, Hashable, Sendable {
      case world, region, place
    }

    /// The centre of the first grid cell, and the size of a cell.
    struct Origin: Hashable, Sendable {
      let x, y, scale: Double
    }

    /// Dots of the same style, in ascending order of magnitude.
    struct Layer: Hashable, Sendable {
      let size: String
      let colour: String
      let isEarthquake: Bool
      let path: String
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

    struct Link: Hashable, Sendable {
      let label: String
      let href: Href
    }
  }
}

extension QuakeMap.ViewState.Layer {
  init(_ layer: (kind: QuakeGrid.Kind, spots: [QuakeGrid.Spot])) {
    size = layer.kind.magnitude.size
    colour = layer.kind.magnitude.colour
    isEarthquake = layer.kind.isEarthquake
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

/// Returns a number rounded to two decimals.
private func hundredths(_ value: Double) -> String { shortNumber((value * 100).rounded() / 100) }
