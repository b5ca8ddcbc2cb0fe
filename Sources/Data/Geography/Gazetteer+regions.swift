import CGeography
import Synchronization
import TextSearch

extension Gazetteer {
  /// The countries and territories, their parts and states, and islands.
  public static let regions = regions(parsing: geography_areas().bytes)

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
    /// Cells as text until the region is asked for.
    fileprivate let outline: String

    // A page asks several times.
    private static let known = Mutex<[String: Cells]>([:])

    /// The name with the country, as in "Georgia, USA".
    public var title: String {
      switch country {
      case "": name
      case "United States of America": "\(name), USA"
      default: "\(name), \(country)"
      }
    }

    /// The area. O(length of its outline), which is parsed the first time.
    public var cells: Cells {
      Self.known.withLock { known in
        if let cells = known[outline] { return cells }
        let cells = Cells(parsing: outline)
        known[outline] = cells
        return cells
      }
    }
  }

  /// Cells of a quarter of a degree.
  public struct Cells: Hashable, Sendable {
    /// The number of the southernmost line, counted from the south pole.
    @usableFromInline let firstLine: Int
    /// The index of the first span of each line, and the number of all spans.
    @usableFromInline let starts: [Int32]
    /// The columns of each span from west to east, counted from 180° W.
    @usableFromInline let spans: [SIMD2<Int16>]
    /// The smallest rectangle around the cells.
    public let frame: Outlines.Area
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

  private static let regionNumbers = numbers(of: regions.map { [$0.name] + $0.otherNames })

  private static func regions(parsing bytes: UnsafeRawBufferPointer) -> [Region] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let columns = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      guard columns.count == 4 else { return nil }
      return Region(
        name: columns[0], otherNames: columns[1].split(separator: "|").map(String.init),
        country: columns[2], outline: columns[3])
    }
  }
}

extension Gazetteer.Cells {
  /// Parses cells as written by Scripts/make-areas, as in "496;1210-1215;1211-1216".
  init(parsing text: String) {
    var (first, start, number) = (Int?.none, Int?.none, 0)
    var (starts, spans) = ([Int32(0)], [SIMD2<Int16>]())
    func endSpan() {
      if let start, start <= number { spans.append(SIMD2(Int16(start), Int16(number))) }
      (start, number) = (nil, 0)
    }
    func endLine() {
      endSpan()
      starts.append(Int32(spans.count))
    }
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): (start, number) = (number, 0)
      case UInt8(ascii: ","): endSpan()
      case UInt8(ascii: ";") where first == nil: (first, number) = (number, 0)
      case UInt8(ascii: ";"): endLine()
      default: number = number * 10 + Int(byte) - Int(UInt8(ascii: "0"))
      }
    }
    if first != nil { endLine() }
    (firstLine, self.starts, self.spans) = (first ?? number, starts, spans)
    frame = Self.frame(firstLine: firstLine, lineCount: starts.count - 1, spans)
  }

  /// Returns true if a place is within the cells. 180° and −180° are the same meridian.
  @inlinable
  public func contains(longitude: Double, latitude: Double) -> Bool {
    // The pole belongs to the northernmost line, and 180° to the first column.
    let line = min(Int((latitude + 90) * Self.perDegree), 719) - firstLine
    guard line >= 0, line + 1 < starts.count else { return false }
    let column = Int((longitude + 180) * Self.perDegree) % 1_440
    for span in spans[Int(starts[line])..<Int(starts[line + 1])]
    where column >= span.x && column <= span.y { return true }
    return false
  }

  /// The number of cells in a degree.
  @inlinable
  static var perDegree: Double { 4 }
  private static let columnCount = Int(360 * perDegree)

  /// Returns the smallest rectangle around cells.
  private static func frame(
    firstLine: Int, lineCount: Int, _ spans: [SIMD2<Int16>]
  ) -> Outlines.Area {
    // The number of spans that begin in each column, less those that have ended.
    var changes = [Int](repeating: 0, count: columnCount + 1)
    for span in spans {
      changes[Int(span.x)] += 1
      changes[Int(span.y) + 1] -= 1
    }
    var count = 0
    let isEmpty = changes.map { change in
      count += change
      return count == 0
    }
    // The rectangle begins after the longest gap.
    let gap = longestGap(of: columnCount) { isEmpty[$0] }
    return Outlines.Area(
      west: Double(gap.end) / perDegree - 180,
      north: Double(firstLine + lineCount) / perDegree - 90,
      width: Double(columnCount - gap.length) / perDegree, height: Double(lineCount) / perDegree)
  }
}

/// Returns the longest run of empty places on a circle: the place after it, and its length.
package func longestGap(
  of count: Int, isEmpty: (Int) -> Bool
) -> (end: Int, length: Int) {
  var (end, length, run) = (0, 0, 0)
  for number in 0..<2 * count {
    run = isEmpty(number % count) ? run + 1 : 0
    if run > length, run <= count { (end, length) = ((number + 1) % count, run) }
  }
  return (end, length)
}
