/// The outlines of land, lakes, borders and plates, as the data of SVG paths.
///
/// They are a part of the program, which the system reads on demand: nothing is
/// loaded at startup.
///
/// ```swift
/// let iceland = Projection.Frame(.equirectangular, left: -25, top: 67, width: 12, height: 6)
/// print(Outlines.path(of: .mediumLand, in: iceland, unit: 0.1).prefix(1))  // m
/// ```
public enum Outlines {
  /// A layer of the map. The raw values are its positions in the file.
  public enum Layer: Int, CaseIterable, Hashable, Sendable {
    /// Land at 1:110 million, for the whole world.
    case coarseLand
    /// Land at 1:50 million.
    case mediumLand
    /// Land at 1:10 million.
    case fineLand
    case lakes, borders
    /// Borders that a party disputes, and lines of control.
    case disputedBorders
    /// Borders of the states of Australia, Brazil, Canada and the USA.
    case states
    case plates

    /// True if the shapes of the layer are closed and filled.
    public var isFilled: Bool {
      switch self {
      case .coarseLand, .mediumLand, .fineLand, .lakes: true
      case .borders, .disputedBorders, .states, .plates: false
      }
    }
  }

  /// A rectangle in degrees. Its eastern edge may be beyond 180.
  public struct Area: Hashable, Sendable {
    public var west: Double
    public var north: Double
    public var width: Double
    public var height: Double
  }

  /// A place in degrees, or a point of a plane.
  package struct Point: Hashable, Sendable {
    package var longitude: Double
    package var latitude: Double

    package init(longitude: Double, latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  /// The digest of the data.
  public static var version: String { OutlineFile.builtIn.version }

  /// Returns the closed shapes of a layer, clipped to a frame.
  ///
  /// - Parameters:
  ///   - layer: a layer of closed shapes.
  ///   - frame: the frame, whose left edge is from -180 to 180.
  /// - Returns: the corners of each shape on the plane of the projection.
  public static func rings(
    of layer: Layer, in frame: Projection.Frame
  ) -> [[(x: Double, y: Double)]] {
    var rings: [[(x: Double, y: Double)]] = []
    let projector = OutlineProjector(frame)
    for turn in [0.0, 360] {
      let clip = OutlineFrame(area: projector.area, turn: turn)
      OutlineFile.builtIn.forEachShape(of: layer) { shape in
        guard clip.meets(shape.bounds) else { return }
        let ring = projector.projected(ring: clip.clipped(ring: shape.points))
        if ring.count > 2 { rings.append(ring.map { ($0.longitude, $0.latitude) }) }
      }
    }
    return rings
  }

  /// Returns a layer clipped to a frame, as the data of an SVG path.
  ///
  /// The coordinates are whole units from the left and upper edge of the frame. Details that
  /// are smaller than a unit are left out.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - frame: the frame, whose left edge is from -180 to 180.
  ///   - unit: the size of a unit in the plane of the projection.
  ///   - least: the least width or height of a filled shape in units.
  public static func path(
    of layer: Layer, in frame: Projection.Frame, unit: Double, least: Double = 1
  ) -> String {
    var path = OutlinePath(frame: frame, unit: unit)
    let projector = OutlineProjector(frame)
    for turn in [0.0, 360] {
      let clip = OutlineFrame(area: projector.area, turn: turn)
      OutlineFile.builtIn.forEachShape(of: layer) { shape in
        guard clip.meets(shape.bounds) else { return }
        if layer.isFilled {
          let size = max(
            shape.bounds.east - shape.bounds.west, shape.bounds.north - shape.bounds.south)
          guard Double(size) >= least * unit * 1_000 else { return }
          path.append(ring: projector.projected(ring: clip.clipped(ring: shape.points)))
        } else {
          for line in clip.clipped(line: shape.points) {
            for piece in projector.projected(line: line) { path.append(line: piece) }
          }
        }
      }
    }
    return path.text
  }

  /// Returns the globe within a frame, as the data of an SVG path in units of the frame;
  /// empty if it fills the plane.
  public static func globe(in frame: Projection.Frame, unit: Double) -> String {
    var path = OutlinePath(frame: frame, unit: unit)
    path.append(ring: OutlineProjector(frame).globe)
    return path.text
  }

  /// Returns meridians and parallels within a frame, as the data of an SVG path in units of
  /// the frame.
  ///
  /// - Parameter step: the degrees between two lines.
  public static func graticule(
    in frame: Projection.Frame, step: Double, unit: Double
  ) -> String {
    var path = OutlinePath(frame: frame, unit: unit)
    let projector = OutlineProjector(frame)
    let area = projector.area
    let (south, east) = (area.north - area.height, area.west + area.width)
    func multiples(from first: Double, to last: Double) -> [Double] {
      stride(from: (first / step).rounded(.up), through: (last / step).rounded(.down), by: 1)
        .map { $0 * step }
    }
    func append(_ ends: [(longitude: Double, latitude: Double)]) {
      for piece in projector.projected(line: ends.map(Point.init)) {
        path.append(line: piece)
      }
    }
    for longitude in multiples(from: area.west, to: east) where longitude < area.west + 360 {
      // At the poles, meridians would run together.
      let reach = frame.projection.isPolar ? 80.0 : 90
      let (from, to) = (max(south, -reach), min(area.north, reach))
      if from < to { append([(longitude, from), (longitude, to)]) }
    }
    for latitude in multiples(from: south, to: area.north) where abs(latitude) < 90 {
      append([(area.west, latitude), (east, latitude)])
    }
    return path.text
  }
}
