import Foundation
import QuakesData

/// A feature collection with the property names of the feed, and the time since
/// which an event has been missing from it.
///
/// https://www.rfc-editor.org/rfc/rfc7946
struct GeoJSONFormat: ExportFormat {
  let header = #"{"type":"FeatureCollection","features":["#
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
      ("ids", string("," + quake.ids.joined(separator: ",") + ",")),
      ("magType", quake.magnitudeType.map(string) ?? "null"),
      ("type", string(quake.type)),
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
