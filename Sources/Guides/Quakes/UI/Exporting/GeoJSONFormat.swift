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

  private static let properties: [FeedField] = [
    .mag, .place, .time, .updated, .url, .felt, .cdi, .mmi, .alert, .status, .tsunami, .sig, .net,
    .code, .sources, .ids, .magType, .type, .title, .missingSince,
  ]

  func text(of quake: Quake) -> String {
    let properties = Self.properties.map { "\"\($0.rawValue)\":\(json($0.value(of: quake)))" }
    let coordinates = [quake.longitude, quake.latitude] + (quake.depth.map { [$0] } ?? [])
    return #"{"type":"Feature","properties":{"# + properties.joined(separator: ",")
      + #"},"geometry":{"type":"Point","coordinates":["#
      + coordinates.map(shortNumber).joined(separator: ",")
      + #"]},"id":"# + string(quake.id) + "}"
  }

  private func json(_ value: FeedField.Value) -> String {
    switch value {
    case .text(let text): text.map(string) ?? "null"
    case .list(let texts): string("," + texts.joined(separator: ",") + ",")
    case .number, .integer: value.text ?? "null"
    case .date(let date): date.map(milliseconds) ?? "null"
    }
  }

  private func milliseconds(_ date: Date) -> String {
    String(QuakeRow.milliseconds(date))
  }

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
