/// The outlines of land, lakes, borders and plates, as the data of SVG paths.
///
/// They are a part of the program, which the system reads on demand: nothing is
/// loaded at startup.
///
/// ```swift
/// let iceland = Outlines.Area(west: -25, north: 67, width: 12, height: 6)
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

    public init(west: Double, north: Double, width: Double, height: Double) {
      self.west = west
      self.north = north
      self.width = width
      self.height = height
    }
  }

  /// The digest of the data.
  public static var version: String { OutlineFile.builtIn.version }

  /// Returns the closed shapes of a layer, clipped to an area.
  ///
  /// - Parameters:
  ///   - layer: a layer of closed shapes.
  ///   - area: the area, whose western edge is from -180 to 180.
  /// - Returns: the corners of each shape. Longitudes continue beyond 180 to the
  ///   eastern edge of the area.
  public static func rings(
    of layer: Layer, in area: Area
  ) -> [[(longitude: Double, latitude: Double)]] {
    var rings: [[(longitude: Double, latitude: Double)]] = []
    for turn in [0.0, 360] {
      let frame = OutlineFrame(area: area, turn: turn)
      OutlineFile.builtIn.forEachShape(of: layer) { shape in
        guard frame.meets(shape.bounds) else { return }
        let ring = frame.clipped(ring: shape.points)
        if ring.count > 2 { rings.append(ring.map { ($0.longitude, $0.latitude) }) }
      }
    }
    return rings
  }

  /// Returns a layer clipped to an area, as the data of an SVG path.
  ///
  /// The coordinates are whole units from the western and northern edge of the
  /// area. Details that are smaller than a unit are left out.
  ///
  /// - Parameters:
  ///   - layer: the layer.
  ///   - area: the area, whose western edge is from -180 to 180.
  ///   - unit: the degrees of a unit.
  ///   - least: the least width or height of a filled shape in units.
  public static func path(
    of layer: Layer, in area: Area, unit: Double, least: Double = 1
  ) -> String {
    var path = OutlinePath(area: area, unit: unit)
    for turn in [0.0, 360] {
      let frame = OutlineFrame(area: area, turn: turn)
      OutlineFile.builtIn.forEachShape(of: layer) { shape in
        guard frame.meets(shape.bounds) else { return }
        if layer.isFilled {
          let size = max(
            shape.bounds.east - shape.bounds.west, shape.bounds.north - shape.bounds.south)
          guard Double(size) >= least * unit * 1_000 else { return }
          path.append(ring: frame.clipped(ring: shape.points))
        } else {
          for line in frame.clipped(line: shape.points) { path.append(line: line) }
        }
      }
    }
    return path.text
  }
}
