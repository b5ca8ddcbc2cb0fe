import Geography
import ImmutableUI
import Markup
import QuakesData

extension QuakeMap {
  /// The shaking of the event of a page: lines of equal intensity, and the reports of
  /// people.
  struct Shaking: Hashable, Sendable {
    /// The lines of each intensity, in hundredths of a degree.
    let lines: [Marks]
    /// The squares of each intensity.
    let cells: [Marks]
    /// The edge of the area that the lines cover; `nil` without lines.
    let edge: ViewBox?
    /// The levels of the legend, weakest first.
    let legend: [QuakeReport.Level]
    /// True if people who felt nothing sent reports.
    let hasUnfelt: Bool
    /// The numerals on the lines.
    let names: [ViewState.Name]
    /// The shift of the map in degrees of longitude.
    let offset: Double

    /// The lines or cells of one intensity, as a path of SVG.
    struct Marks: Hashable, Sendable {
      let level: QuakeReport.Level
      let path: String
    }
  }

  /// Renders the lines and the squares.
  struct ShakingLayer: Component {
    let state: Shaking

    var body: some HTML {
      g {
        if let edge = state.edge {
          rect().class("edge").x(edge.x).y(edge.y).width(edge.width).height(edge.height)
        }
        g {
          ForEach(state.lines) { path().class("casing").d($0.path) }
          ForEach(state.lines) { path().class("contour", $0.level.style).d($0.path) }
          ForEach(state.cells) { path().class("cell casing").d($0.path) }
          ForEach(state.cells) { path().class("cell", $0.level.style).d($0.path) }
        }
        .transform("scale(.01)")
      }
      .transform("translate(\(state.offset) 0)").aria(.hidden, "true")
    }
  }

  /// Renders the meaning of the colours.
  struct ShakingLegend: Component {
    let state: Shaking

    var body: some HTML {
      ul {
        ForEach(state.legend) { level in
          li {
            level.mark
            span { level.number == 3 ? "" : level.words }.class("w")
          }
        }
        if !state.cells.isEmpty {
          li { state.hasUnfelt ? "squares: reports, white: not felt" : "squares: reports" }
        }
      }
    }
  }
}

extension QuakeMap.Shaking {
  /// Creates the shaking within the view of a camera; `nil` if there is none.
  init?(_ report: EventReport, in camera: Camera) {
    guard report.shaking != nil || !report.felt.isEmpty else { return nil }
    let middle = report.shaking.map { ($0.area.west + $0.area.east) / 2 } ?? camera.x
    let left = camera.frame.left + 180
    // The position of the event on a map that continues across the date line.
    let offset = 360 * ((left + camera.width / 2 - 180 - middle) / 360).rounded()
    self.offset = offset
    let contours = report.shaking?.contours ?? []
    lines = contours.map { contour in
      Marks(
        level: QuakeReport.Level(Double(contour.intensity)),
        path: contour.lines.map(Self.path).joined())
    }
    cells = Dictionary(grouping: report.felt) { QuakeReport.Level($0.intensity) }
      .sorted { $0.key.number < $1.key.number }
      .map { level, cells in
        Marks(level: level, path: cells.map { Self.path($0, near: middle) }.joined())
      }
    edge = report.shaking.map(\.area).map {
      ViewBox($0.west + 180, 90 - $0.north, $0.east - $0.west, $0.north - $0.south)
    }
    let levels = Set(lines.map(\.level) + cells.map(\.level)).sorted { $0.number < $1.number }
    legend = levels.filter { $0.number > 1 }
    hasUnfelt = levels.first?.number == 1
    // The weakest lines have the most room around them.
    names = contours.reduce(into: []) { names, contour in
      guard let name = Self.name(of: contour, in: camera, offset: offset),
        !names.contains(where: { abs($0.x - name.x) < 3 && abs($0.y - name.y) < 5 })
      else { return }
      names.append(name)
    }
  }

  /// Returns a line as the data of a path. Relative coordinates keep the numbers short.
  private static func path(_ numbers: [Int]) -> String {
    guard numbers.count >= 4 else { return "" }
    var (x, y) = (numbers[0] + 18_000, 9_000 - numbers[1])
    var path = "M\(x) \(y)l"
    for index in stride(from: 2, to: numbers.count - 1, by: 2) {
      let next = (x: numbers[index] + 18_000, y: 9_000 - numbers[index + 1])
      let (right, down) = (next.x - x, next.y - y)
      path += "\(index > 2 && right >= 0 ? " " : "")\(right)\(down < 0 ? "" : " ")\(down)"
      (x, y) = next
    }
    return path
  }

  /// Returns the centre of a square as a line of zero length, which has the same size
  /// however large the map is.
  private static func path(_ cell: FeltCell, near longitude: Double) -> String {
    let x = (cell.west + cell.east) / 2
    let turns = ((longitude - x) / 360).rounded()
    func hundredths(_ degrees: Double) -> Int { Int((degrees * 100).rounded()) }
    return "M\(hundredths(x + 360 * turns) + 18_000) "
      + "\(9_000 - hundredths((cell.south + cell.north) / 2))h0"
  }

  /// Returns the numeral of a level at the northernmost point of its longest line within
  /// the view; `nil` if that is too near to the edge.
  private static func name(
    of contour: ShakingMap.Contour, in camera: Camera, offset: Double
  ) -> QuakeMap.ViewState.Name? {
    let frame = camera.frame
    let spots = contour.lines.max { $0.count < $1.count }.map(ShakingMap.points)?
      .map { point in
        (
          x: percent((point.longitude + offset - frame.left) / frame.width),
          y: percent((frame.top - point.latitude) / frame.height)
        )
      }
      .filter { (3...97).contains($0.x) && (6...94).contains($0.y) }
    return spots?.min { $0.y < $1.y }.map {
      QuakeMap.ViewState.Name(
        text: QuakeReport.Level(Double(contour.intensity)).numeral, x: $0.x, y: $0.y,
        style: "numeral")
    }
  }
}
