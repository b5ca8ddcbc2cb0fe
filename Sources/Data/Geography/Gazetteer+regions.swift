import CGeography
import Synchronization
import TextSearch

extension Gazetteer {
  /// The countries and territories, their parts and states, and islands.
  public static let regions = regions(parsing: geography_areas())

  /// A country, a state or an island, with the sea within 200 km of its coast.
  ///
  /// ```swift
  /// import Geography
  ///
  /// let fiji = Gazetteer.regions(named: "fiji").first
  /// print(fiji?.cells.contains(longitude: -179.9, latitude: -17) ?? false)  // true
  /// ```
  public struct Region: Hashable, Sendable {
    /// The usual name, as in "Côte d'Ivoire".
    public let name: String
    /// Other names that are searched for, as in "Ivory Coast".
    public let otherNames: [String]
    /// The country of a state or of a distant part; empty for countries and
    /// islands.
    public let country: String
    fileprivate let outline: RegionOutline

    /// The name with the country, as in "Georgia, USA".
    public var title: String {
      switch country {
      case "": name
      case "United States of America": "\(name), USA"
      default: "\(name), \(country)"
      }
    }

    /// The area. O(length of its outline) for the first time.
    public var cells: Cells { outline.cells }
  }

  /// Cells of a quarter of a degree.
  public struct Cells: Hashable, Sendable {
    /// The number of cells in a degree.
    public static let perDegree = 4.0
    /// The number of the southernmost line, counted from the south pole.
    public let firstLine: Int
    /// The columns of each line from south to north, counted from 180° W.
    public let lines: [[ClosedRange<Int>]]
    /// The smallest rectangle around the cells.
    public let frame: Outlines.Area
  }
}

/// The outline of a region, as text until the region is asked for. A page asks several times.
private final class RegionOutline: Hashable, Sendable {
  private let text: String
  private let parsed = Mutex<Gazetteer.Cells?>(nil)

  init(_ text: String) {
    self.text = text
  }

  var cells: Gazetteer.Cells {
    parsed.withLock { parsed in
      let cells = parsed ?? Gazetteer.Cells(parsing: text)
      parsed = cells
      return cells
    }
  }

  // Each region has one.
  static func == (left: RegionOutline, right: RegionOutline) -> Bool { left === right }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension Gazetteer {
  /// Returns the regions with a name: countries first, then states and parts,
  /// then islands. The name may be followed by the country, as in "Georgia, USA".
  /// Case and accents are ignored.
  public static func regions(named name: String) -> [Region] {
    if let numbers = regionNumbers[SearchText(name)] { return numbers.map { regions[$0] } }
    guard let comma = name.lastIndex(of: ",") else { return [] }
    let countries = Set(
      regions(named: name[name.index(after: comma)...].trimmed).filter { $0.country.isEmpty }
        .map(\.name))
    return (regionNumbers[SearchText(String(name[..<comma]))] ?? []).map { regions[$0] }
      .filter { countries.contains($0.country) }
  }

  private static let regionNumbers: [SearchText: [Int]] = {
    var numbers: [SearchText: [Int]] = [:]
    for (number, region) in regions.enumerated() {
      for name in Set(([region.name] + region.otherNames).map(SearchText.init)) {
        numbers[name, default: []].append(number)
      }
    }
    return numbers
  }()

  private static func regions(parsing data: GeographyData) -> [Region] {
    UnsafeRawBufferPointer(start: data.start, count: data.count)
      .split(separator: UInt8(ascii: "\n")).compactMap { line in
        let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        guard columns.count == 4 else { return nil }
        return Region(
          name: columns[0], otherNames: columns[1].split(separator: "|").map(String.init),
          country: columns[2], outline: RegionOutline(columns[3]))
      }
  }
}

extension Gazetteer.Cells {
  /// Parses cells as written by Scripts/make-areas, as in "496;1210-1215;1211-1216".
  init(parsing text: String) {
    var (first, start, number) = (Int?.none, Int?.none, 0)
    var (lines, spans) = ([[ClosedRange<Int>]](), [ClosedRange<Int>]())
    func endSpan() {
      if let start, start <= number { spans.append(start...number) }
      (start, number) = (nil, 0)
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): (start, number) = (number, 0)
      case UInt8(ascii: ","): endSpan()
      case UInt8(ascii: ";") where first == nil: (first, number) = (number, 0)
      case UInt8(ascii: ";"):
        endSpan()
        lines.append(spans)
        spans = []
      default: number = number * 10 + Int(byte) - Int(UInt8(ascii: "0"))
      }
    }
    if first != nil {
      endSpan()
      lines.append(spans)
    }
    self.init(firstLine: first ?? number, lines: lines)
  }

  private init(firstLine: Int, lines: [[ClosedRange<Int>]]) {
    self.firstLine = firstLine
    self.lines = lines
    frame = Self.frame(firstLine: firstLine, lines: lines)
  }

  /// Returns true if a place is within the cells.
  public func contains(longitude: Double, latitude: Double) -> Bool {
    // The pole belongs to the northernmost line, and 180° to the first column.
    let line = min(Int((latitude + 90) * Self.perDegree), 719) - firstLine
    let column = Int((longitude + 180) * Self.perDegree) % Self.columnCount
    return lines.indices.contains(line) && lines[line].contains { $0.contains(column) }
  }

  private static let columnCount = Int(360 * perDegree)

  /// Returns the smallest rectangle around cells.
  private static func frame(firstLine: Int, lines: [[ClosedRange<Int>]]) -> Outlines.Area {
    // The number of spans that begin in each column, less those that have ended.
    var changes = [Int](repeating: 0, count: columnCount + 1)
    for span in lines.joined() {
      changes[span.lowerBound] += 1
      changes[span.upperBound + 1] -= 1
    }
    var count = 0
    let isEmpty = changes.map { change in
      count += change
      return count == 0
    }
    // The rectangle begins after the longest gap.
    var (start, gap, run) = (0, 0, 0)
    for number in 0..<2 * columnCount {
      run = isEmpty[number % columnCount] ? run + 1 : 0
      if run > gap, run <= columnCount {
        (start, gap) = ((number + 1) % columnCount, run)
      }
    }
    return Outlines.Area(
      west: Double(start) / perDegree - 180,
      north: Double(firstLine + lines.count) / perDegree - 90,
      width: Double(columnCount - gap) / perDegree,
      height: Double(lines.count) / perDegree)
  }
}
