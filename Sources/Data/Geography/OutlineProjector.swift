/// Projects shapes onto the plane of a frame, and clips them to it.
struct OutlineProjector {
  typealias Point = Outlines.Point

  /// The area that contains the frame.
  let area: Outlines.Area
  private let projection: Projection
  private let plane: OutlineFrame
  /// The degrees of longitude that bring the area into the range of the projection.
  private let shift: Double
  /// The longest segment in degrees that stays straight. Longer ones are divided.
  private let longest: Double

  init(_ frame: Projection.Frame) {
    projection = frame.projection
    area = frame.area
    plane = OutlineFrame(
      area: .init(west: frame.left, north: frame.top, width: frame.width, height: frame.height))
    shift = !projection.isPolar && area.west < projection.meridian - 180 ? 360 : 0
    longest = min(1, max(frame.width, frame.height) / 64)
  }

  /// The outline of the globe, clipped to the frame; empty if the globe fills the plane.
  var globe: [Point] {
    plane.clipped(ring: projection.edge.map { Point(longitude: $0.x, latitude: $0.y) })
  }

  /// Returns a closed shape of the area on the plane.
  func projected(ring: [Point]) -> [Point] {
    guard projection != .equirectangular, let first = ring.first else { return ring }
    return plane.clipped(ring: projected(ring + [first]).dropLast())
  }

  /// Returns the pieces of a line of the area on the plane.
  func projected(line: [Point]) -> [[Point]] {
    projection == .equirectangular ? [line] : plane.clipped(line: projected(line))
  }

  /// Returns the points of a line, with more of them in long segments.
  private func projected(_ line: [Point]) -> [Point] {
    var projected: [Point] = []
    projected.reserveCapacity(line.count)
    func append(longitude: Double, latitude: Double) {
      if let (x, y) = projection.point(longitude: longitude + shift, latitude: latitude) {
        projected.append(Point(longitude: x, latitude: y))
      }
    }
    for (start, end) in zip(line, line.dropFirst()) {
      let (right, up) = (end.longitude - start.longitude, end.latitude - start.latitude)
      let parts = max(Int((max(abs(right), abs(up)) / longest).rounded(.up)), 1)
      for part in 0..<parts {
        let share = Double(part) / Double(parts)
        append(longitude: start.longitude + share * right, latitude: start.latitude + share * up)
      }
    }
    if let last = line.last { append(longitude: last.longitude, latitude: last.latitude) }
    return projected
  }
}
