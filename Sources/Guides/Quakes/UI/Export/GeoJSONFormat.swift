import Foundation
import Markup
import QuakesData
import WebSite

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

  private static let properties =
    ([
      .mag, .place, .time, .updated, .url, .felt, .cdi, .mmi, .alert, .status, .tsunami, .sig, .net,
      .code, .sources, .ids, .magType, .type, .title, .missingSince,
    ] as [FeedField]).enumerated().map { number, field in
      (field: field, name: "\(number == 0 ? "" : ",")\"\(field.rawValue)\":")
    }

  func append(_ quake: Quake, to writer: inout ByteWriter) {
    writer.append(literal: #"{"type":"Feature","properties":{"#)
    for (field, name) in Self.properties {
      writer.append(unescaped: name)
      append(field.value(of: quake), to: &writer)
    }
    writer.append(literal: #"},"geometry":{"type":"Point","coordinates":["#)
    writer.append(unescaped: shortNumber(quake.longitude))
    writer.append(literal: ",")
    writer.append(unescaped: shortNumber(quake.latitude))
    if let depth = quake.depth {
      writer.append(literal: ",")
      writer.append(unescaped: shortNumber(depth))
    }
    writer.append(literal: #"]},"id":"#)
    append(string: quake.id, to: &writer)
    writer.append(literal: "}")
  }

  private func append(_ value: FeedField.Value, to writer: inout ByteWriter) {
    switch value {
    case .text(let text?): append(string: text, to: &writer)
    case .list(let texts): append(string: "," + texts.joined(separator: ",") + ",", to: &writer)
    case .date(let date?): writer.append(unescaped: milliseconds(date))
    case .text, .number, .integer, .date: writer.append(unescaped: value.text ?? "null")
    }
  }

  /// Appends a JSON string. Most texts of the feed need no look at each character.
  private func append(string text: String, to writer: inout ByteWriter) {
    guard isPlain(text) else {
      return writer.append(unescaped: string(text))
    }
    writer.append(literal: "\"")
    writer.append(unescaped: text)
    writer.append(literal: "\"")
  }

  private func milliseconds(_ date: Date) -> String {
    String(QuakeRow.milliseconds(date))
  }

  /// Returns a JSON string. Characters with a meaning in HTML are escaped, too,
  /// so that the document is safe inside a page.
  private func string(_ text: String) -> String {
    PlainText.json(text) { scalar in
      switch scalar {
      case "<", ">", "&", "\u{2028}", "\u{2029}", "\u{0}"..."\u{1F}", "\u{7F}": true
      default: false
      }
    }
  }
}
