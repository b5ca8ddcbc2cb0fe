import Foundation
import Look
import QuakesData

/// A field of an exported quake. The name is that of the feed.
///
/// https://earthquake.usgs.gov/earthquakes/feed/v1.0/geojson.php
enum FeedField: String {
  case id, ids, code, sources, net, time, updated, latitude, longitude, depth, mag, magType
  case place, title, type, status, alert, tsunami, felt, cdi, mmi, sig, url
  /// The time since which the event has been missing from the feed.
  case missingSince

  /// A value, `nil` if it is absent.
  enum Value {
    case text(String?), list([String]), number(Double?), integer(Int?), date(Date?)

    /// The value without escapes.
    var text: String? {
      switch self {
      case .text(let text): text
      case .list(let texts): texts.joined(separator: " ")
      case .number(let number): number.map(shortNumber)
      case .integer(let integer): integer.map { String($0) }
      case .date(let date): date.map { Moment($0).iso8601WithMilliseconds }
      }
    }
  }

  func value(of quake: Quake) -> Value {
    switch self {
    case .id: .text(quake.id)
    case .ids: .list(quake.ids)
    case .code: .text(quake.code)
    case .sources: .list(quake.sources)
    case .net: .text(quake.network)
    case .time: .date(quake.time)
    case .updated: .date(quake.updated)
    case .latitude: .number(quake.latitude)
    case .longitude: .number(quake.longitude)
    case .depth: .number(quake.depth)
    case .mag: .number(quake.isMagnitudeKnown ? quake.magnitude : nil)
    case .magType: .text(quake.magnitudeType)
    case .place: .text(quake.name)
    case .title: .text(quake.feedTitle)
    case .type: .text(quake.type)
    case .status: .text(quake.status.rawValue)
    case .alert: .text(quake.alert?.rawValue)
    case .tsunami: .integer(quake.isTsunamiPossible ? 1 : 0)
    case .felt: .integer(quake.felt)
    case .cdi: .number(quake.reportedIntensity)
    case .mmi: .number(quake.estimatedIntensity)
    case .sig: .integer(quake.significance)
    case .url: .text(quake.url)
    case .missingSince: .date(quake.missingSince)
    }
  }
}

extension Quake {
  /// The title as in the feed, such as "M 2.1 Quarry Blast - 5 km N of X", with a
  /// hyphen for a negative magnitude.
  var feedTitle: String {
    let type = otherType.map { " " + $0.capitalized } ?? ""
    return "M \(shownMagnitude ?? "?")\(type) - \(name)"
  }

  /// The ID without the code of its network.
  fileprivate var code: String {
    !network.isEmpty && id.hasPrefix(network) && id != network
      ? String(id.dropFirst(network.count)) : id
  }

  /// The networks of all IDs. An ID starts with the letters of its network; those
  /// of the network "us" may have a third letter, which belongs to the code.
  fileprivate var sources: [String] {
    [network.isEmpty ? Self.network(of: id) : network] + otherIds.map(Self.network)
  }

  private static func network(of id: Quake.ID) -> String {
    let letters = id.prefix { $0.isASCII && $0.isLetter }
    return letters.hasPrefix("us") ? "us" : String(letters)
  }
}
