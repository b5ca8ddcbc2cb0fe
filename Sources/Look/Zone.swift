public import Foundation

/// A time zone, by its name in the tz database, as in "Asia/Tokyo". It stands
/// in the address.
public struct Zone: Hashable, Sendable {
  /// Its name in the database.
  public let name: String
  /// `nil` for coordinated universal time, which needs no rules.
  private let rules: TimeZone?

  /// Coordinated universal time.
  public static let utc = Zone()

  private init() {
    name = "UTC"
    rules = nil
  }

  /// A zone of the database; `nil` for what is none.
  public init?(_ name: String) {
    if name == Self.utc.name {
      self = .utc
      return
    }
    guard Self.isPlace(name), let rules = TimeZone(identifier: name) else { return nil }
    self.name = name
    self.rules = rules
  }

  public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// How many seconds its clocks are ahead of UTC.
  public func offset(at date: Date) -> Int { rules?.secondsFromGMT(for: date) ?? 0 }

  /// How its clocks are told from others, as in "UTC", "UTC+9" and "UTC−3:30".
  public func abbreviation(at date: Date) -> String {
    let offset = offset(at: date)
    guard offset != 0 else { return "UTC" }
    let minutes = offset.magnitude / 60
    let rest = minutes % 60
    return "UTC\(offset < 0 ? "−" : "+")\(minutes / 60)"
      + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }

  /// Its city, as in "Port Moresby".
  public var label: String {
    let city = name.split(separator: "/").last.map(String.init) ?? name
    return city.replacingOccurrences(of: "_", with: " ")
  }

  /// Whether a name is made as those of places are. The database has others,
  /// some of which mean the opposite of what they seem to say, as "Etc/GMT+9".
  private static func isPlace(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.contains("/") && !name.hasPrefix("Etc/")
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }
}
