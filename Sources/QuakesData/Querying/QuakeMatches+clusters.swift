import Foundation

/// Many quakes near each other, such as a swarm or aftershocks.
package struct QuakeCluster: Hashable, Sendable {
  /// The largest quake, at the centre of the cluster.
  package let largest: Quake
  /// The number of quakes within the radius.
  package let count: Int

  /// The radius in kilometres.
  package static let radius = 100.0
}

extension QuakeMatches {
  /// Returns the clusters of the most quakes, up to a limit. No quake is counted
  /// twice. Matches of more than 31 days have none: a place where the earth
  /// shakes every year is no swarm. O(n).
  ///
  /// Each cluster is found around the largest quake of the cell with the most
  /// quakes, whose size is about the radius.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of clusters.
  ///   - least: the smallest number of quakes of a cluster.
  package func clusters(_ limit: Int, ofAtLeast least: Int) -> [QuakeCluster] {
    guard count >= least, time(of: count - 1) - time(of: 0) <= 31 * 86_400_000 else { return [] }
    var cells: [Cell: [Spot]] = [:]
    forEach { row, number in
      cells[Cell(row), default: []].append(
        Spot(
          longitude: row.longitude, latitude: row.latitude, slot: row.magnitude.slot,
          number: number))
    }
    var clusters: [QuakeCluster] = []
    while clusters.count < limit {
      guard
        let densest = cells.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
        let seed = densest.value.max(by: Spot.isSmaller)
      else { break }
      // The largest quake nearby may be in a neighbouring cell.
      let around = densest.key.neighbours.flatMap { cells[$0] ?? [] }
      let largest = around.filter { seed.isNear($0) }.max(by: Spot.isSmaller) ?? seed
      var count = 0
      for cell in Cell(largest).neighbours {
        guard let spots = cells[cell] else { continue }
        let rest = spots.filter { !largest.isNear($0) }
        count += spots.count - rest.count
        cells[cell] = rest.isEmpty ? nil : rest
      }
      // A cell has few quakes left if none reached the threshold.
      if count >= least {
        clusters.append(QuakeCluster(largest: quake(largest.number), count: count))
      } else if densest.value.count < least / 2 {
        break
      }
      cells[densest.key] = nil
    }
    return clusters.sorted { $0.count > $1.count }
  }

  private struct Spot {
    let longitude: Double
    let latitude: Double
    let slot: Int
    let number: Int

    func isNear(_ other: Spot) -> Bool {
      QuakesQuery.Circle(longitude: longitude, latitude: latitude, radius: QuakeCluster.radius)
        .distance(longitude: other.longitude, latitude: other.latitude) <= QuakeCluster.radius
    }

    static func isSmaller(_ left: Spot, _ right: Spot) -> Bool {
      (left.slot, left.number) < (right.slot, right.number)
    }
  }

  /// A cell of one degree of latitude and about as much from west to east.
  private struct Cell: Hashable, Comparable {
    let line: Int
    let column: Int

    init(_ row: QuakeRow) { self.init(longitude: row.longitude, latitude: row.latitude) }

    init(_ spot: Spot) { self.init(longitude: spot.longitude, latitude: spot.latitude) }

    private init(longitude: Double, latitude: Double) {
      let line = Int(latitude.rounded(.down))
      self.init(
        line: line, column: Int((longitude + 180) / 360 * Double(Self.columns(of: line))))
    }

    private init(line: Int, column: Int) {
      let columns = Self.columns(of: line)
      self.line = line
      self.column = (column % columns + columns) % columns
    }

    /// The cells that a circle around a place in the cell may reach.
    var neighbours: Set<Cell> {
      let place = (Double(column) + 0.5) / Double(Self.columns(of: line))
      return Set(
        (line - 1...line + 1).flatMap { line in
          let middle = Int(place * Double(Self.columns(of: line)))
          return (middle - 2...middle + 2).map { Cell(line: line, column: $0) }
        })
    }

    /// The number of cells around the world at a latitude.
    private static func columns(of line: Int) -> Int {
      let radians = (Double(line) + 0.5) * .pi / 180
      return max(1, Int((360 * cos(radians)).rounded(.up)))
    }

    static func < (left: Cell, right: Cell) -> Bool {
      (left.line, left.column) < (right.line, right.column)
    }
  }
}
