import Foundation

/// Many quakes near each other, such as a swarm or aftershocks.
package struct QuakeCluster: Hashable, Sendable {
  /// The largest quake, at the centre of the cluster.
  package let largest: Quake
  /// The number of quakes within the radius.
  package let count: Int
  /// The number of those before the largest one.
  package let earlierCount: Int

  /// A kind of cluster, by the order of its quakes.
  package enum Kind: Hashable, Sendable {
    /// Quakes of which none stands out.
    case swarm
    /// The largest quake and those that follow it.
    case aftershocks
  }

  /// The kind: a few quakes before the largest one are foreshocks, or the usual
  /// ones of the region.
  package var kind: Kind { 4 * earlierCount <= count ? .aftershocks : .swarm }

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
    var field = ClusterField(self)
    var clusters: [QuakeCluster] = []
    while clusters.count < limit {
      let densest = field.densest
      guard let seed = field.spots(in: densest).max(by: Spot.isSmaller) else { break }
      let density = field.spots(in: densest).count
      // The largest quake nearby may be in a neighbouring cell.
      let around = densest.neighbours.flatMap { field.spots(in: $0) }
      let largest = around.filter(seed.isNear()).max(by: Spot.isSmaller) ?? seed
      let isNear = largest.isNear()
      var (count, earlier) = (0, 0)
      for cell in Cell(largest).neighbours {
        count += field.remove(in: cell) { spot in
          guard isNear(spot) else { return false }
          if spot.number < largest.number { earlier += 1 }
          return true
        }
      }
      // A cell has few quakes left if none reached the threshold.
      if count >= least {
        clusters.append(
          QuakeCluster(largest: quake(largest.number), count: count, earlierCount: earlier))
      } else if density < least / 2 {
        break
      }
      _ = field.remove(in: densest) { _ in true }
    }
    return clusters.sorted { $0.count > $1.count }
  }
}

/// The place of a match.
private struct Spot {
  let longitude: Double
  let latitude: Double
  let slot: Int
  let number: Int

  init(_ row: QuakeRow, _ number: Int) {
    longitude = row.longitude
    latitude = row.latitude
    slot = row.magnitude.slot
    self.number = number
  }

  /// Returns a test of whether another spot is within the radius.
  func isNear() -> (Spot) -> Bool {
    let nearness = QuakesQuery.Circle.Nearness(
      of: .init(longitude: longitude, latitude: latitude, radius: QuakeCluster.radius))
    return { nearness.contains(longitude: $0.longitude, latitude: $0.latitude) }
  }

  static func isSmaller(_ left: Spot, _ right: Spot) -> Bool {
    (left.slot, left.number) < (right.slot, right.number)
  }
}

/// A cell of one degree of latitude and about as much from west to east.
private struct Cell {
  /// Counted from the south pole.
  let line: Int
  let column: Int

  init(_ spot: Spot) {
    let line = min(max(Int(spot.latitude + 90), 0), Self.lineCount - 1)
    let columns = Self.columns[line]
    self.init(line: line, column: Int((spot.longitude + 180) / 360 * Double(columns)))
  }

  private init(line: Int, column: Int) {
    let columns = Self.columns[line]
    self.line = line
    self.column = (column % columns + columns) % columns
  }

  /// The number among all cells, from south to north and west to east.
  var index: Int { Self.starts[line] + column }

  init(index: Int) {
    line = Self.starts.partitioningIndex { $0 > index } - 1
    column = index - Self.starts[line]
  }

  /// The cells that a circle around a place in the cell may reach.
  var neighbours: [Cell] {
    let place = (Double(column) + 0.5) / Double(Self.columns[line])
    return (max(line - 1, 0)...min(line + 1, Self.lineCount - 1)).flatMap { line in
      let middle = Int(place * Double(Self.columns[line]))
      // There are at least three columns, but perhaps not five.
      let columns = Set((middle - 2...middle + 2).map { Cell(line: line, column: $0).column })
      return columns.map { Cell(line: line, column: $0) }
    }
  }

  /// The number of cells.
  static var count: Int { starts[lineCount] }

  private static let lineCount = 181

  /// The number of cells around the world in each line.
  private static let columns = (0..<lineCount).map { line in
    max(1, Int((360 * cos((Double(line) - 89.5) * .pi / 180)).rounded(.up)))
  }

  /// The number of cells before each line.
  private static let starts = columns.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
}

/// The matches, grouped by cells.
private struct ClusterField {
  private var spots: [Spot]
  /// The index of the first spot of each cell.
  private let starts: [Int]
  /// The number of spots of each cell that were not removed.
  private var counts: [Int32]

  /// O(n).
  init(_ matches: QuakeMatches) {
    var unsorted: [Spot] = []
    var cells: [Int] = []
    unsorted.reserveCapacity(matches.count)
    cells.reserveCapacity(matches.count)
    var counts = [Int32](repeating: 0, count: Cell.count)
    matches.forEach { row, number in
      let spot = Spot(row, number)
      let cell = Cell(spot).index
      unsorted.append(spot)
      cells.append(cell)
      counts[cell] += 1
    }
    var (starts, start) = ([Int](), 0)
    starts.reserveCapacity(counts.count)
    for count in counts {
      starts.append(start)
      start += Int(count)
    }
    // Each spot moves to the next free place of its cell.
    spots = unsorted
    var next = starts
    for (spot, cell) in zip(unsorted, cells) {
      spots[next[cell]] = spot
      next[cell] += 1
    }
    self.starts = starts
    self.counts = counts
  }

  /// The first cell of those with the most spots.
  var densest: Cell {
    let most = counts.max() ?? 0
    return Cell(index: counts.firstIndex(of: most) ?? 0)
  }

  func spots(in cell: Cell) -> ArraySlice<Spot> {
    spots[starts[cell.index]..<starts[cell.index] + Int(counts[cell.index])]
  }

  /// Removes the spots of a cell that meet a condition, and returns their number.
  mutating func remove(in cell: Cell, where isRemoved: (Spot) -> Bool) -> Int {
    let start = starts[cell.index]
    let before = start..<start + Int(counts[cell.index])
    var end = start
    // By number: a slice would make each change copy all spots.
    for number in before {
      let spot = spots[number]
      guard !isRemoved(spot) else { continue }
      spots[end] = spot
      end += 1
    }
    counts[cell.index] = Int32(end - start)
    return before.upperBound - end
  }
}
