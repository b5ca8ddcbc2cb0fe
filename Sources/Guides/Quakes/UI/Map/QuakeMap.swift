import Foundation
import Geography
import ImmutableUI
import Look
import Markup
import QuakesData

/// The quakes of the list on a map of the world. Its label counts exactly the
/// quakes within its frame.
///
/// All quakes are dots in a few paths; the largest are links as well. One unit
/// is one degree: x is the longitude east of 180° W, y the latitude south of
/// the North Pole.
enum QuakeMap {
  /// Collects the dots within the frame of the camera.
  struct Container: ImmutableUI.Container {
    let location: QuakesLocation
    let query: QuakesPageQuery
    /// The card of the selected quake; `nil` for none.
    var card: QuakeCard.ViewState?
    /// The query that the page compares with the first one; `nil` for none.
    var compared: QuakesPageQuery?

    private var camera: Camera { location.shownCamera }

    func viewState(_ select: SelectQuakes) -> ViewState {
      let result = select(.quakesValues(query)).mapped
      let other = compared.map { select(.quakesValues($0)).mapped }
      let frame = camera.frame
      let (left, top) = (frame.left + 180, 90 - frame.top)
      let selected = select(.quake(location.quakeId))
      let layers = layers(result.grid, other?.grid)
      let shaking = report(select).flatMap { Shaking($0, in: camera) }
      return ViewState(
        label: other.map { comparisonLabel(result, $0) } ?? label(result),
        view: listed([camera.x, camera.y, camera.width, camera.height]),
        viewBox: ViewBox(left, top, frame.width, frame.height),
        size: .init(
          width: (frame.width * 25).rounded() / 100,
          height: (frame.height * camera.stretch * 25).rounded() / 100),
        projection: camera.projection, hasOwnHeight: camera.hasOwnHeight,
        side: location.camera == nil ? selected.flatMap(side) : nil,
        detail: camera.width > 180 ? .world : camera.width > 45 ? .region : .place,
        base: base(left: left),
        circle: circle,
        shaking: shaking,
        spots: spots,
        origin: .init(
          x: left + result.grid.cell / 2, y: top + result.grid.cell / 2,
          scale: result.grid.cell),
        layers: layers,
        pins: pins((result.largest + (other?.largest ?? [])).reversed()),
        selected: selected.flatMap { quake in
          point(of: quake).map {
            ViewState.Selected(
              // A large dot would cover the lines around it.
              size: shaking == nil ? MagnitudeClass(quake).size : MagnitudeClass.zero.size,
              colour: location.colouring.colour(of: quake, shading: query.shading), path: $0)
          }
        },
        names: MapNames(camera: camera).names().map(ViewState.Name.init) + (shaking?.names ?? []),
        card: card.map { card in
          var card = card
          card.corner = corner(result.grid, selected)
          return card
        },
        scale: camera.width > 180 ? nil : ScaleBar(camera, in: location.measures.unit),
        tools: tools, layersMenu: layersMenu(result), latest: latest(select),
        legend: ViewState.Legend(layers, location.colouring, isComparison: compared != nil))
    }

    /// Returns the report of the event of the page; `nil` on the page of all.
    private func report(_ select: SelectQuakes) -> EventReport? {
      guard location.isEvent, let quake = select(.quake(location.quakeId)) else { return nil }
      return select(.report(quake.id))?.report
    }

    private func label(_ result: QuakesPageResult.Mapped) -> String {
      let noun = location.filter.noun
      var count = counted(result.count, noun.one, noun.many)
      if !camera.showsGlobe { count = "\(grouped(result.countInFrame)) of \(count)" }
      guard let largest = result.largest.first, largest.isMagnitudeKnown else {
        return "Map: \(count)"
      }
      let place = largest.shownName(in: location.measures.unit)
      return "Map: \(count). Largest: magnitude \(largest.badge), \(place)"
    }

    /// Returns the end of the time that the filter asks for.
    private func latest(_ select: SelectQuakes) -> ViewState.Latest? {
      guard !location.isEvent, compared == nil, let newest = select(.newestQuake)?.time else {
        return nil
      }
      let end = min(query.filter.time?.upperBound ?? newest, newest)
      let moment = Moment(end, in: location.measures.zone)
      return ViewState.Latest(text: moment.short(from: end), iso8601: moment.iso8601)
    }

    /// Returns the corner in which the card covers the fewest dots, and not that of the
    /// selected quake.
    private func corner(_ grid: QuakeGrid, _ selected: Quake?) -> QuakeCard.ViewState.Corner {
      let frame = camera.frame
      let chosen = selected.flatMap {
        camera.position(longitude: $0.longitude, latitude: $0.latitude).map(camera.fractions)
      }
      let dots = grid.layers.flatMap(\.spots).map { spot in
        (
          x: (Double(spot.x) + 0.5) * grid.cell / frame.width,
          y: (Double(spot.y) + 0.5) * grid.cell / frame.height
        )
      }
      return QuakeCard.ViewState.Corner.allCases.min {
        func covered(_ corner: QuakeCard.ViewState.Corner) -> Int {
          dots.count(where: corner.covers) + (chosen.map(corner.covers) == true ? 10_000 : 0)
        }
        return covered($0) < covered($1)
      } ?? .lowerLeft
    }

    private func comparisonLabel(
      _ one: QuakesPageResult.Mapped, _ other: QuakesPageResult.Mapped
    ) -> String {
      "Map: \(grouped(one.countInFrame)) filled dots and \(grouped(other.countInFrame)) "
        + "open diamonds"
    }

    /// Returns the dots of one filter, or those of two with different marks.
    private func layers(_ grid: QuakeGrid, _ other: QuakeGrid?) -> [ViewState.Layer] {
      guard let other else {
        return grid.layers.map { layer in
          ViewState.Layer(
            layer, colour: location.colouring.colour(of: layer.kind),
            isRecent: location.colouring == .age && layer.kind.shade == 0)
        }
      }
      // The dots are within the diamonds, so that both are visible in the same place.
      return other.layers.map { layer in
        ViewState.Layer(
          layer, colour: QuakeComparison.Mark.second.rawValue, shape: .diamond,
          scale: other.cell / grid.cell)
      } + grid.layers.map { ViewState.Layer($0, colour: QuakeComparison.Mark.first.rawValue) }
    }

    /// Returns the groups of the sheet, which continue across the date line.
    private func base(left: Double) -> [ViewState.Base] {
      let sheet = MapSheet(of: camera)
      let start = sheet.frame.left + 180
      let offsets =
        camera.projection != .equirectangular
        ? [0]
        : sheet.level == 0
          ? [-360.0, 0, 360].filter { $0 < left + camera.width && $0 + 360 > left }
          : [((left - start) / 360).rounded(.down) * 360]
      return sheet.groups.filter { location.showsPlates || $0 != .plates }.flatMap { group in
        offsets.map { offset in
          ViewState.Base(
            name: group.rawValue,
            href: QuakesRoute.sheet(sheet).href(fragment: group.rawValue), offset: offset)
        }
      }
    }

    /// Returns the edge of the vicinity; `nil` if there is none, and if it is no closed line
    /// on the plane: around a pole, and across the edge of the globe.
    private var circle: String? {
      guard let circle = location.filter.near?.circle else { return nil }
      let projection = camera.projection
      let turns =
        projection == .equirectangular ? ((camera.x - circle.longitude) / 360).rounded() : 0
      let edges = stride(from: 0.0, to: 360, by: 6).map(circle.edge).compactMap {
        projection.point(longitude: $0.longitude + 360 * turns, latitude: $0.latitude)
      }
      let steps = zip(edges, edges.dropFirst() + edges.prefix(1))
      guard edges.count == 60, steps.allSatisfy({ abs($0.x - $1.x) < 90 }) else { return nil }
      let points = edges.map { "\(hundredths($0.x + 180)) \(hundredths(90 - $0.y))" }
      return "M\(points.joined(separator: " "))z"
    }

    private func pins(_ quakes: some Sequence<Quake>) -> [ViewState.Pin] {
      let links = QuakeLinks(on: location)
      return quakes.compactMap { quake in
        point(of: quake).map { path in
          ViewState.Pin(
            href: compared == nil ? links.href(to: quake.id) : location.event(quake.id).href,
            label: [
              quake.summary(in: location.measures),
              // Colours are told by words, too.
              location.colouring == .depth ? quake.shownDepth(in: location.measures.unit) : nil,
            ].compactMap(\.self).joined(separator: ", "),
            path: path)
        }
      }
    }

    private func side(of quake: Quake) -> ViewState.Side? {
      camera.position(longitude: quake.longitude, latitude: quake.latitude)
        .map(camera.fractions)
        .flatMap { $0.x < 0.32 ? .west : $0.x > 0.68 ? .east : nil }
    }

    /// Returns a point as a line of zero length; `nil` outside the frame.
    private func point(of quake: Quake) -> String? {
      camera.position(longitude: quake.longitude, latitude: quake.latitude)
        .map { "M\(hundredths($0.x)) \(hundredths($0.y))h0" }
    }
  }
}

extension QuakeMap.Container {
  /// Returns the address of the page with a change, at the position of the map.
  private func href(_ change: (inout QuakesLocation) -> Void) -> Href {
    QuakesRoute.page(location.with(change)).href(fragment: "quake-map")
  }

  /// Returns the address of another view; `nil` for the current one.
  private func href(to camera: Camera) -> Href? {
    guard camera != self.camera else { return nil }
    return href {
      $0.camera = nil
      // Without a camera, the page of an event shows its surroundings.
      if $0.isEvent || camera != $0.shownCamera { $0.camera = camera }
      $0.page = 1
    }
  }

  /// The controls on the map. Those that turn it are missing where there is nothing more to
  /// show.
  private var tools: [QuakeMap.ViewState.Tool] {
    let step = camera.isWorld ? 0.25 : 0.5
    let views: [(QuakeMap.ViewState.Tool.Kind, Camera)] = [
      (.zoomIn, camera.zoomed(by: 2)), (.zoomOut, camera.zoomed(by: 0.5)),
      (.west, camera.moved(right: -step)), (.north, camera.moved(up: step)),
      (.east, camera.moved(right: step)), (.world, .world(in: camera.projection)),
      (.south, camera.moved(up: -step)),
    ]
    return views.compactMap { kind, camera in
      (href(to: camera) ?? (kind.isZoom ? href { _ in } : nil)).map { .init(kind: kind, href: $0) }
    }
  }

  /// Invisible links that centre the map where they are, for visitors without
  /// script. The arrows do the same for keyboards.
  private var spots: [QuakeMap.ViewState.Spot] {
    let (columns, rows) = (8, camera.height < Camera.heights.upperBound ? 4 : 1)
    let frame = camera.frame
    let (width, height) = (frame.width / Double(columns), frame.height / Double(rows))
    return (0..<rows).flatMap { row in
      (0..<columns).compactMap { column in
        let (right, down) = (Double(column) * width, Double(row) * height)
        let camera = Camera(
          camera.projection, x: frame.left + right + width / 2,
          y: frame.top - down - height / 2, width: camera.width,
          height: camera.hasOwnHeight ? camera.height : nil)
        return href(to: camera).map { href in
          QuakeMap.ViewState.Spot(
            href: href,
            frame: ViewBox(frame.left + 180 + right, 90 - frame.top + down, width, height))
        }
      }
    }
  }

  private func layersMenu(
    _ result: QuakesPageResult.Mapped
  ) -> QuakeMap.ViewState.LayersMenu {
    QuakeMap.ViewState.LayersMenu(
      colours: compared != nil
        ? []
        : MapColouring.allCases.map { colouring in
          Link(
            label: capitalized(colouring.rawValue), href: href { $0.colouring = colouring },
            isCurrent: colouring == location.colouring)
        },
      maps: location.isEvent
        ? []
        : Projection.allCases.compactMap { projection in
          projection.label.map { label in
            Link(
              label: label, href: href { $0.projection = projection },
              isCurrent: label == location.projection.pacific.label)
          }
        },
      shown: [
        Link(
          label: "Plates", href: href { $0.showsPlates.toggle() }, isCurrent: location.showsPlates),
        atlantic,
      ].compactMap(\.self),
      fit: location.isEvent
        ? nil
        : result.box.flatMap { href(to: Camera.fitting($0).converted(to: camera.projection)) }
          .map { Link(label: "Fit to the list", href: $0) },
      hasPlates: location.showsPlates)
  }

  /// Moves the Atlantic to the middle, or back; `nil` around a pole and an event.
  private var atlantic: Link? {
    let projection = location.projection
    guard !projection.isPolar, !location.isEvent else { return nil }
    let isCurrent =
      projection == .equirectangular ? camera == .atlantic : projection != projection.pacific
    return Link(
      label: "Centre on the Atlantic",
      href: projection == .equirectangular
        ? href(to: isCurrent ? .world : .atlantic) ?? href { _ in }
        : href { $0.projection = isCurrent ? projection.pacific : .equalEarthAtlantic },
      isCurrent: isCurrent)
  }
}

extension Projection {
  /// The projection with the Pacific in the middle.
  fileprivate var pacific: Projection { self == .equalEarthAtlantic ? .equalEarth : self }

  /// The label in the menu; `nil` for one that differs in its middle only.
  fileprivate var label: String? {
    switch self {
    case .equirectangular: "Flat"
    case .equalEarth: "Equal area"
    case .equalEarthAtlantic: nil
    case .northPole: "North Pole"
    case .southPole: "South Pole"
    }
  }
}

/// Returns a number rounded to two decimals.
func hundredths(_ value: Double) -> String { shortNumber((value * 100).rounded() / 100) }
