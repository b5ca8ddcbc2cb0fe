import Foundation
import QuakesData

/// A feature collection with the property names of the feed, and the time since
/// which an event has been missing from it.
///
/// https://www.rfc-editor.org/rfc/rfc7946
struct GeoJSONFormat: ExportFormat {
  /// The filter as a sentence.
  let title: String
  /// The time of the last refresh.
  let generated: Date
  /// The start of the time since which no event is missing; `nil` if there is none.
  var knownSince: Date?
  /// The label of a sample, which is a member of its own; `nil` for real data.
  var sample: String?

  var header: String {
    #"{"type":"FeatureCollection","metadata":{"generated":"# + milliseconds(generated)
      + #","title":"# + string(title)
      + #","knownSince":"# + (knownSince.map(milliseconds) ?? "null") + "},"
      + (sample.map { #""sample":\#(string($0)),"# } ?? "")
      + #""features":["#
  }
  let separator = ",\n"
  let footer = "]}\n"

  func text(of quake: Quake) -> String {
    let properties: [(String, String)] = [
      ("mag", quake.isMagnitudeKnown ? number(quake.magnitude) : "null"),
      ("place", string(quake.name)),
      ("time", milliseconds(quake.time)),
      ("updated", milliseconds(quake.updated)),
      ("url", string(quake.url)),
      ("felt", quake.felt.map { String($0) } ?? "null"),
      ("cdi", number(quake.reportedIntensity)),
      ("mmi", number(quake.estimatedIntensity)),
      ("alert", quake.alert.map { string($0.rawValue) } ?? "null"),
      ("status", string(quake.status.rawValue)),
      ("tsunami", quake.isTsunamiPossible ? "1" : "0"),
      ("sig", String(quake.significance)),
      ("net", string(quake.network)),
      ("code", string(quake.code)),
      ("sources", string("," + quake.sources.joined(separator: ",") + ",")),
      ("ids", string("," + quake.ids.joined(separator: ",") + ",")),
      ("magType", quake.magnitudeType.map(string) ?? "null"),
      ("type", string(quake.type)),
      ("title", string(quake.feedTitle)),
      ("missingSince", quake.missingSince.map(milliseconds) ?? "null"),
    ]
    let coordinates = [quake.longitude, quake.latitude] + (quake.depth.map { [$0] } ?? [])
    return #"{"type":"Feature","properties":{"#
      + properties.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",")
      + #"},"geometry":{"type":"Point","coordinates":["#
      + coordinates.map(number).joined(separator: ",")
      + #"]},"id":"# + string(quake.id) + "}"
  }

  private func milliseconds(_ date: Date) -> String {
    String(QuakeRow.milliseconds(date))
  }

  private func number(_ value: Double?) -> String { value.map(shortNumber) ?? "null" }

  /// Returns a JSON string. Characters with a meaning in HTML are escaped, too,
  /// so that the document is safe inside a page.
  private func string(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
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
