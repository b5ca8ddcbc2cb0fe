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
      let shaking = report(select).flatMap { Shaking($0, in: camera) }
      return ViewState(
        label: other.map { comparisonLabel(result, $0) } ?? label(result),
        view: listed([camera.x, camera.y, camera.width, camera.height]),
        viewBox: ViewBox(left, top, frame.width, frame.height),
        projection: camera.projection, hasOwnHeight: camera.hasOwnHeight,
        side: location.camera == nil ? selected.flatMap(side) : nil,
        detail: camera.width > 180 ? .world : camera.width > 45 ? .region : .place,
        base: base(left: left),
        graticule: camera.projection == .equirectangular ? Graticule(camera: camera).path : nil,
        circle: circle,
        isOfEvent: location.isEvent,
        shaking: shaking,
        spots: spots,
        origin: .init(
          x: left + result.grid.cell / 2, y: top + result.grid.cell / 2,
          scale: result.grid.cell),
        layers: layers(result.grid, other?.grid),
        pins: pins((result.largest + (other?.largest ?? [])).reversed()),
        selected: selected.flatMap { quake in
          point(of: quake).map {
            ViewState.Selected(
              // A large dot would cover the lines around it.
              size: shaking == nil ? MagnitudeClass(quake).size : MagnitudeClass.zero.size,
              colour: location.colouring.colour(of: quake, shading: query.shading), path: $0)
          }
        },
        names: Graticule(camera: camera).labels
          + MapNames(camera: camera).names().map(ViewState.Name.init)
          + (shaking?.names ?? []),
        card: card,
        scale: ScaleBar(camera, in: location.measures.unit),
        tools: tools, period: period(select),
        legend: legend,
        links: links(result),
        plates: .init(
          label: location.showsPlates ? "Hide plate boundaries" : "Show plate boundaries",
          href: href { $0.showsPlates.toggle() }))
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

    private func period(_ select: SelectQuakes) -> String? {
      guard let oldest = select(.oldestQuake)?.time, let newest = select(.newestQuake)?.time else {
        return nil
      }
      let time = query.filter.time ?? oldest...max(newest, oldest)
      let zone = location.measures.zone
      let (start, end) = (
        max(time.lowerBound, oldest), min(time.upperBound, max(newest, oldest))
      )
      let isOfDays = end.timeIntervalSince(start) > 2 * 86_400
      return [start, end].map { Moment($0, in: zone) }
        .map { isOfDays ? $0.day : $0.minute }.joined(separator: " to ")
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
            label: quake.summary(in: location.measures),
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

  /// The controls on the map, without an address where there is nothing more to
  /// show.
  private var tools: [QuakeMap.ViewState.Tool] {
    let step = camera.isWorld ? 0.25 : 0.5
    return [
      .init(kind: .zoomIn, href: href(to: camera.zoomed(by: 2))),
      .init(kind: .zoomOut, href: href(to: camera.zoomed(by: 0.5))),
      .init(kind: .world, href: href(to: .world(in: camera.projection))),
      .init(kind: .north, href: href(to: camera.moved(up: step))),
      .init(kind: .west, href: href(to: camera.moved(right: -step))),
      .init(kind: .east, href: href(to: camera.moved(right: step))),
      .init(kind: .south, href: href(to: camera.moved(up: -step))),
    ]
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

  private func links(_ result: QuakesPageResult.Mapped) -> [Link] {
    func link(_ label: String, _ camera: Camera) -> Link? {
      href(to: camera).map { .init(label: label, href: $0) }
    }
    return [
      result.box.flatMap {
        link("Fit to results", Camera.fitting($0).converted(to: camera.projection))
      },
      camera.isWorld && camera.projection == .equirectangular ? link("Atlantic", .atlantic) : nil,
    ].compactMap { $0 }
  }

  private var legend: QuakeMap.ViewState.Legend {
    QuakeMap.ViewState.Legend(
      colouring: location.colouring, isComparison: compared != nil,
      choices: MapColouring.allCases.map { colouring in
        .init(
          label: capitalized(colouring.rawValue), href: href { $0.colouring = colouring },
          isCurrent: colouring == location.colouring)
      })
  }
}

/// Returns a number rounded to two decimals.
func hundredths(_ value: Double) -> String { shortNumber((value * 100).rounded() / 100) }
