public import Foundation

/// A time zone, identified by its name in the tz database, such as
/// "Asia/Tokyo".
///
/// ```swift
/// import Foundation
///
/// let now = Date(timeIntervalSince1970: 1_714_806_408)
/// let tokyo = Zone("Asia/Tokyo") ?? .utc
/// print(Moment(now, in: tokyo).minute)  // 4 May 2024, 16:06 UTC+9
/// ```
public struct Zone: Hashable, Sendable {
  /// The name in the tz database.
  public let name: String
  /// The offset rules; `nil` for UTC.
  private let rules: TimeZone?

  /// Coordinated universal time.
  public static let utc = Zone()

  private init() {
    name = "UTC"
    rules = nil
  }

  /// Creates a time zone; `nil` if the name is not that of a place in the tz
  /// database.
  public init?(_ name: String) {
    if name == Self.utc.name {
      self = .utc
      return
    }
    guard Self.isPlace(name), let rules = TimeZone(identifier: name) else { return nil }
    self.name = name
    self.rules = rules
  }

  /// Creates a time zone without a place, as events have; `nil` beyond a day.
  ///
  /// - Parameter minutes: the offset from UTC, positive to the east.
  public init?(minutesEast minutes: Int) {
    guard abs(minutes) < 1_440, let rules = TimeZone(secondsFromGMT: minutes * 60) else {
      return nil
    }
    name = rules.identifier
    self.rules = minutes == 0 ? nil : rules
  }

  public static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Returns the offset from UTC in seconds, positive to the east.
  public func offset(at date: Date) -> Int { rules?.secondsFromGMT(for: date) ?? 0 }

  /// Returns the abbreviation, such as "UTC", "UTC+9" or "UTC−3:30".
  public func abbreviation(at date: Date) -> String {
    let offset = offset(at: date)
    guard offset != 0 else { return "UTC" }
    let minutes = offset.magnitude / 60
    let rest = minutes % 60
    return "UTC\(offset < 0 ? "−" : "+")\(minutes / 60)"
      + (rest == 0 ? "" : ":\(rest < 10 ? "0" : "")\(rest)")
  }

  /// The name of the city, such as "Port Moresby".
  public var label: String {
    let city = name.utf8.split(separator: UInt8(ascii: "/")).last ?? name.utf8[...]
    return String(
      decoding: city.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// Returns true if a name has the form of a place. Other names of the database
  /// can be misleading: "Etc/GMT+9" is nine hours behind UTC.
  private static func isPlace(_ name: String) -> Bool {
    name.utf8.count <= 64 && name.contains("/") && !name.hasPrefix("Etc/")
      && name.utf8.allSatisfy { $0.isWord(or: "_-+/") }
  }
}

extension UInt8 {
  /// True for an ASCII letter, an ASCII digit, or one of some other characters.
  package func isWord(or others: String) -> Bool {
    let character = UnicodeScalar(self)
    return character.isASCII && character.properties.isAlphabetic
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || others.utf8.contains(self)
  }
}
