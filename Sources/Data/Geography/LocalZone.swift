import CGeography

/// The time zone at a place.
///
/// ```swift
/// import Geography
///
/// print(LocalZone(longitude: -117.6, latitude: 35.77))  // place("America/Los_Angeles")
/// print(LocalZone(longitude: -150, latitude: 10))  // sea
/// ```
public enum LocalZone: Hashable, Sendable {
  /// The name of the zone in the tz database.
  case place(String)
  /// The name of the zone of the nearest land; in Antarctica, that of a station.
  case nearest(String)
  /// None at the open sea, where ships keep the hours of their meridian.
  case sea

  /// Looks up the zone at a place in degrees. Reads one row of the table, which
  /// `Scripts/make-zones` writes and describes.
  public init(longitude: Double, latitude: Double) {
    let cell = ZoneTable.builtIn.cell(longitude: longitude, latitude: latitude)
    let number = cell / 2 - 1
    if ZoneTable.builtIn.names.indices.contains(number) {
      let name = ZoneTable.builtIn.names[number]
      self = cell % 2 == 0 ? .place(name) : .nearest(name)
    } else {
      self = .sea
    }
  }
}

/// The table of the zones. All reads are checked.
private struct ZoneTable: @unchecked Sendable {
  let names: [String]
  // Read-only and never freed, because it is a part of the program.
  private let bytes: UnsafeRawBufferPointer
  /// The position of the offsets of the rows.
  private let rows: Int

  private static let parts = 16.0

  static let builtIn = ZoneTable(bytes: geography_zones().bytes)

  private init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    let newline = UInt8(ascii: "\n")
    let end = zip(bytes.indices, bytes.indices.dropFirst())
      .first { bytes[$0] == newline && bytes[$1] == newline }?.0
    names = bytes.prefix(end ?? 0).split(separator: newline).map {
      String(decoding: $0, as: UTF8.self)
    }
    rows = (end ?? 0) + 2
  }

  /// Returns the number of a cell; 0 outside the table.
  func cell(longitude: Double, latitude: Double) -> Int {
    guard abs(longitude) <= 180, abs(latitude) <= 90 else { return 0 }
    let row = min(Int((90 - latitude) * Self.parts), Int(180 * Self.parts) - 1)
    let column = min(Int((longitude + 180) * Self.parts), Int(360 * Self.parts) - 1)
    guard var position = bytes.number(at: rows + 4 * row), position >= 0 else { return 0 }
    var end = 0
    while let length = bytes.next(at: &position), length > 0, let cell = bytes.next(at: &position) {
      end += length
      if column < end { return cell }
    }
    return 0
  }
}
