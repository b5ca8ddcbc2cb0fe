import Foundation
import ImmutableUI
import Look
import Markup
import QuakesData

/// An Atom feed with an entry for each quake.
///
/// https://www.rfc-editor.org/rfc/rfc4287
struct AtomFormat: ExportFormat {
  /// The filter as a sentence, after the label of a sample.
  let title: String
  /// The start of the time since which no event is missing; `nil` if there is none.
  let knownSince: Date?
  /// The identifier of the feed.
  let id: String
  /// The absolute address of the feed.
  let address: String
  /// The absolute address of the page with the same filter.
  let page: String
  let updated: Date
  let unit: LengthUnit

  var header: String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <feed xmlns="http://www.w3.org/2005/Atom">
    <id>\(escaped(id))</id>
    <title>\(escaped(title))</title>\(subtitle)
    <author><name>U.S. Geological Survey, Earthquake Hazards Program</name></author>
    <link rel="self" type="application/atom+xml" href="\(escaped(address))"/>
    <link rel="alternate" type="text/html" href="\(escaped(page))"/>
    <updated>\(Moment(updated).iso8601)</updated>

    """
  }
  let separator = ""
  let footer = "</feed>\n"

  private var subtitle: String {
    knownSince.map { "\n<subtitle>All data since \(Moment($0).minute)</subtitle>" } ?? ""
  }

  func append(_ quake: Quake, to writer: inout ByteWriter) {
    let facts = [
      quake.shownDepth(in: unit), quake.position, quake.otherType,
      "Status: \(quake.status.rawValue)",
      quake.missingSince.map { "\(Quake.missingLabel) since \(Moment($0).minute)" },
    ]
    .compactMap { $0 }.joined(separator: ", ")
    let category =
      quake.missingSince == nil
      ? "" : "\n<category term=\"missing\" label=\"\(Quake.missingLabel)\"/>"
    writer.append(
      unescaped: """
        <entry>
        <id>\(urn(of: quake))</id>
        <title>\(escaped(quake.feedTitle))</title>
        <link rel="alternate" type="text/html" href="\(escaped(quake.url))"/>
        <published>\(Moment(quake.time).iso8601)</published>
        <updated>\(Moment(quake.updated).iso8601)</updated>\(category)
        <summary>\(escaped(facts))</summary>
        </entry>

        """)
  }

  /// Returns the identifier of an entry. An id may contain characters that a URN may not.
  private func urn(of quake: Quake) -> String {
    var bytes = Array("urn:earthquake-usgs-gov:".utf8)
    bytes.append(percentEncoding: quake.id)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Returns the text escaped for XML, without the characters that XML cannot
/// represent. The escapes of HTML suffice.
func escaped(_ text: String) -> String {
  // Most texts of the feed.
  if isPlain(text) { return text }
  return Text(
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF
        }
      ))
  ).renderedString()
}

/// Returns true for a text of visible characters of ASCII without a meaning in XML, JSON or CSV.
func isPlain(_ text: String) -> Bool {
  text.utf8.allSatisfy { byte in
    switch byte {
    case 0x22, 0x26, 0x27, 0x3B, 0x3C, 0x3E, 0x5C: false  // " & ' ; < > \
    default: 0x20..<0x7F ~= byte
    }
  }
}
