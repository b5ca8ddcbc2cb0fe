/// A rectangle that shapes are clipped to.
struct OutlineFrame {
  typealias Point = Outlines.Point

  private let west, south, east, north: Double

  /// - Parameters:
  ///   - area: the area.
  ///   - turn: the degrees by which the shapes are east of their place, for the
  ///     part of the area beyond the date line.
  init(area: Outlines.Area, turn: Double = 0) {
    west = area.west - turn
    east = area.west + area.width - turn
    north = area.north
    south = area.north - area.height
    self.turn = turn
  }

  private let turn: Double

  /// Returns true if a shape with these bounds may be within the frame.
  func meets(_ bounds: OutlineFile.Bounds) -> Bool {
    Double(bounds.west) / 1_000 <= east && Double(bounds.east) / 1_000 >= west
      && Double(bounds.south) / 1_000 <= north && Double(bounds.north) / 1_000 >= south
  }

  /// Returns the part of a ring within the frame, at its place in the area.
  ///
  /// https://en.wikipedia.org/wiki/Sutherland–Hodgman_algorithm
  func clipped(ring: [Point]) -> [Point] {
    var ring = ring
    for side in Side.allCases {
      guard var before = ring.last else { return [] }
      var clipped: [Point] = []
      clipped.reserveCapacity(ring.count)
      for point in ring {
        if isInside(before, side) != isInside(point, side) {
          clipped.append(crossing(from: before, to: point, side))
        }
        if isInside(point, side) { clipped.append(point) }
        before = point
      }
      ring = clipped
    }
    return ring.map(placed)
  }

  /// Returns the pieces of a line within the frame, at their place in the area.
  func clipped(line: [Point]) -> [[Point]] {
    var pieces: [[Point]] = []
    for (start, end) in zip(line, line.dropFirst()) {
      guard let segment = clipped(from: start, to: end) else { continue }
      if let last = pieces.last?.last, last == placed(segment.start) {
        pieces[pieces.count - 1].append(placed(segment.end))
      } else {
        pieces.append([placed(segment.start), placed(segment.end)])
      }
    }
    return pieces
  }

  /// Returns the part of a segment within the frame; `nil` if there is none.
  private func clipped(from start: Point, to end: Point) -> (start: Point, end: Point)? {
    var (start, end) = (start, end)
    for side in Side.allCases {
      switch (isInside(start, side), isInside(end, side)) {
      case (true, true): break
      case (true, false): end = crossing(from: start, to: end, side)
      case (false, true): start = crossing(from: start, to: end, side)
      case (false, false): return nil
      }
    }
    return start == end ? nil : (start, end)
  }

  private enum Side: CaseIterable {
    case west, east, south, north
  }

  @inline(__always)
  private func isInside(_ point: Point, _ side: Side) -> Bool {
    switch side {
    case .west: point.longitude >= west
    case .east: point.longitude <= east
    case .south: point.latitude >= south
    case .north: point.latitude <= north
    }
  }

  /// Returns the point where a segment crosses a side. One of its ends is on
  /// either side.
  private func crossing(from start: Point, to end: Point, _ side: Side) -> Point {
    func between(_ edge: Double, _ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      c + (d - c) * (edge - a) / (b - a)
    }
    switch side {
    case .west, .east:
      let edge = side == .west ? west : east
      return Point(
        longitude: edge,
        latitude: between(edge, start.longitude, end.longitude, start.latitude, end.latitude))
    case .south, .north:
      let edge = side == .south ? south : north
      return Point(
        longitude: between(edge, start.latitude, end.latitude, start.longitude, end.longitude),
        latitude: edge)
    }
  }

  private func placed(_ point: Point) -> Point {
    Point(longitude: point.longitude + turn, latitude: point.latitude)
  }
}
