import Geography
import QuakesData

/// A sheet of the base map: a document of its own, which browsers keep.
///
/// The sheets of a level overlap by a third, so that one of them contains any
/// view of that level and some of its surroundings. Level 0 is the whole world.
/// The widths of the further levels decrease by the square root of two.
public struct MapSheet: Hashable, Sendable {
  let projection: Projection
  let level: Int
  let column: Int
  let row: Int
  /// The version in the address. It changes whenever the content of sheets
  /// does.
  let version: String

  /// The current version: of the drawing, then of the outlines.
  static let currentVersion = "2\(Outlines.version)"

  /// The level of the smallest view.
  static let lastLevel = 13

  init?(
    _ projection: Projection, level: Int, column: Int, row: Int, version: String = currentVersion
  ) {
    guard (0...Self.lastLevel).contains(level), (0..<Self.columns(level)).contains(column),
      (0..<Self.rows(level)).contains(row)
    else { return nil }
    self.projection = projection
    self.level = level
    self.column = column
    self.row = row
    self.version = version
  }

  /// Creates the sheet that contains the view of a camera.
  init(of camera: Camera) {
    let width = max(camera.width, camera.height * 2)
    let level =
      width > Self.viewWidth(1)
      ? 0 : (1...Self.lastLevel).last { Self.viewWidth($0) >= width } ?? 1
    let (right, down) = Self.steps(level)
    let frame = camera.frame
    let left = frame.left + 180 - 360 * ((frame.left + 180) / 360).rounded(.down)
    projection = camera.projection
    self.level = level
    column = min(Int(left / right), Self.columns(level) - 1)
    row = min(max(Int((90 - frame.top) / down), 0), Self.rows(level) - 1)
    version = Self.currentVersion
  }

  /// The widest view of a level.
  static func viewWidth(_ level: Int) -> Double {
    guard level > 0 else { return 360 }
    let octaves = Double(1 << ((level - 1) / 2))
    return (level % 2 == 1 ? 180 : 127.28) / octaves
  }

  /// The distances between neighbouring sheets.
  private static func steps(_ level: Int) -> (right: Double, down: Double) {
    level == 0 ? (360, 180) : (viewWidth(level) / 2, viewWidth(level) / 4)
  }

  static func columns(_ level: Int) -> Int { Int((360 / steps(level).right).rounded(.up)) }

  static func rows(_ level: Int) -> Int { Int((180 / steps(level).down).rounded(.up)) }

  /// The rectangle of the sheet, which may end beyond the edge of the plane.
  var frame: Projection.Frame {
    let (right, down) = Self.steps(level)
    let top = 90 - Double(row) * down
    guard level > 0 else { return .init(projection, left: -180, top: 90, width: 360, height: 180) }
    return .init(
      projection, left: Double(column) * right - 180, top: top, width: 3 * right,
      height: min(3 * down, top + 90))
  }

  /// The path components of the address after that of the guide.
  static let folder = "map"

  var path: [String] {
    [Self.folder, version, projection.rawValue, "\(level)-\(column)-\(row).svg"]
  }

  init?(path: some Collection<String>) {
    let path = Array(path)
    guard path.count == 4, path[0] == Self.folder, path[1].utf8.count <= 32,
      path[1].utf8.allSatisfy({ "0123456789abcdef".utf8.contains($0) }), !path[1].isEmpty,
      let projection = Projection(rawValue: path[2])
    else { return nil }
    let numbers = path[3].split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers[1] == "svg" else { return nil }
    let parts = numbers[0].split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 3, let level = parts[0], let column = parts[1], let row = parts[2]
    else { return nil }
    self.init(projection, level: level, column: column, row: row, version: path[1])
    // "+1" and "01" are no further addresses of the same sheet.
    guard self.path == path else { return nil }
  }
}
