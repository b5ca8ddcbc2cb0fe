import Foundation
import Geography

extension ShakingMap {
  /// The maximum number of points, of which a page can show about 30 kB.
  static let maximumPoints = 3_000
  private static let maximumLines = 300

  /// Creates a map from the contours of a ShakeMap, `cont_mmi.json`, or `cont_mi.json`
  /// before version 4. Lines at half levels are left out, and points that a map of the
  /// size of a page does not show.
  ///
  /// - Returns: `nil` if there is no line of a whole level.
  init?(contours document: JSONValue, longitude: Double) {
    var lines: [(intensity: Int, points: [Point])] = []
    for feature in document["features"].elements {
      guard let value = feature["properties"]["value"].number.within(2...12),
        value == value.rounded()
      else { continue }
      let geometry = feature["geometry"]
      let parts =
        geometry["type"].text == "LineString"
        ? [geometry["coordinates"]] : geometry["coordinates"].elements
      for part in parts {
        let points = Point.line(part, near: longitude)
        if points.count > 1 { lines.append((Int(value), points)) }
      }
    }
    guard let area = Self.area(document["bbox"], lines.flatMap(\.points), near: longitude) else {
      return nil
    }
    // A pixel of a map that shows the area.
    var tolerance = area.extent / 700
    var simple = lines.map { ($0.intensity, Outlines.simplified($0.points, within: tolerance)) }
    while simple.reduce(0, { $0 + $1.1.count }) > Self.maximumPoints {
      tolerance *= 2
      simple = simple.filter { Point.box($0.1)?.extent ?? 0 > tolerance }
        .map { ($0.0, Outlines.simplified($0.1, within: tolerance)) }
    }
    let kept = simple.sorted { $0.1.count > $1.1.count }.prefix(Self.maximumLines)
    self.contours = Dictionary(grouping: kept, by: \.0).sorted { $0.key < $1.key }.map {
      Contour(intensity: $0.key, lines: $0.value.map { $0.1.flatMap(\.hundredths) })
    }
    self.area = area
  }

  private static func area(
    _ bbox: JSONValue, _ points: [Point], near longitude: Double
  ) -> Box? {
    guard var box = Point.box(points) else { return nil }
    let numbers = bbox.elements.compactMap(\.number)
    guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3],
      numbers[2] - numbers[0] <= 360, abs(numbers[1]) <= 90, abs(numbers[3]) <= 90
    else { return box }
    let west = Point.unwrapped(numbers[0], near: longitude)
    box.west = min(box.west, west)
    box.east = max(box.east, west + numbers[2] - numbers[0])
    box.south = min(box.south, numbers[1])
    box.north = max(box.north, numbers[3])
    return box
  }

  /// Returns the level of the line that is nearest to a place in degrees; `nil` outside the
  /// map. A place is between two lines, so it is an estimate. O(number of points).
  package func intensity(longitude: Double, latitude: Double) -> Int? {
    let x = Point.unwrapped(longitude, near: (area.west + area.east) / 2)
    guard (area.west...area.east).contains(x), (area.south...area.north).contains(latitude) else {
      return nil
    }
    let shrink = cos(latitude * .pi / 180)
    func distance(_ point: (longitude: Double, latitude: Double)) -> Double {
      let (right, up) = ((point.longitude - x) * shrink, point.latitude - latitude)
      return right * right + up * up
    }
    let distances = contours.lazy.flatMap { contour in
      contour.lines.lazy.flatMap(Self.points).map { (contour.intensity, distance($0)) }
    }
    return distances.min { $0.1 < $1.1 }?.0
  }
}

extension ShakingMap.Box {
  /// The larger side.
  fileprivate var extent: Double { max(east - west, north - south) }
}

private typealias Point = Outlines.Point

extension Point {
  fileprivate var hundredths: [Int] {
    [Int((longitude * 100).rounded()), Int((latitude * 100).rounded())]
  }

  /// Returns the longitude that is nearest to another one, by full turns.
  fileprivate static func unwrapped(_ longitude: Double, near other: Double) -> Double {
    longitude + 360 * ((other - longitude) / 360).rounded()
  }

  /// Returns the points of a line; those that are no positions are left out.
  fileprivate static func line(_ value: JSONValue, near longitude: Double) -> [Point] {
    var points: [Point] = []
    for position in value.elements {
      guard let x = position[0].number.within(-720...720),
        let y = position[1].number.within(-90...90)
      else { continue }
      let before = points.last?.longitude ?? longitude
      points.append(Point(longitude: unwrapped(x, near: before), latitude: y))
    }
    return points
  }

  /// Returns the box around points; `nil` without points.
  fileprivate static func box(_ points: [Point]) -> ShakingMap.Box? {
    let (x, y) = (points.map(\.longitude), points.map(\.latitude))
    guard let west = x.min(), let south = y.min(), let east = x.max(), let north = y.max() else {
      return nil
    }
    return ShakingMap.Box(west: west, south: south, east: east, north: north)
  }
}
