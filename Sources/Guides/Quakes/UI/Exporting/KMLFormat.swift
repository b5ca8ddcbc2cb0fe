import Foundation
import Look
import Markup
import QuakesData

/// Placemarks for maps and globes, with the time of each event.
///
/// https://developers.google.com/kml/documentation/kmlreference
struct KMLFormat: ExportFormat {
  /// The filter as a sentence, after the label of a sample.
  let title: String
  /// The start of the time since which no event is missing; `nil` if there is none.
  let knownSince: Date?
  let measures: Measures

  var header: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2">
    <Document>
    <name>\(escaped(title))</name>

    """
      + (knownSince.map {
        "<description>All data since \(Moment($0, in: measures.zone).minute)</description>\n"
      } ?? "")
  }
  let separator = ""
  let footer = "</Document>\n</kml>\n"

  func append(_ quake: Quake, to writer: inout ByteWriter) {
    let facts = [
      Moment(quake.time, in: measures.zone).second, quake.shownDepth(in: measures.unit),
      quake.otherType,
      quake.impactSentence, quake.warnings?.text,
      quake.missingSince.map { "\(Quake.missingLabel) since \(Moment($0).minute)" }, quake.url,
    ]
    .compactMap { $0 }.joined(separator: ", ")
    writer.append(
      unescaped: """
        <Placemark id="\(escaped(quake.id))">
        <name>\(escaped(quake.feedTitle))</name>
        <description>\(escaped(facts))</description>
        <TimeStamp><when>\(Moment(quake.time).iso8601)</when></TimeStamp>
        <ExtendedData>
        """)
    for field in Self.data {
      guard let text = field.value(of: quake).text else { continue }
      writer.append(literal: "<Data name=\"")
      writer.append(unescaped: field.rawValue)
      writer.append(literal: "\"><value>")
      writer.append(unescaped: escaped(text))
      writer.append(literal: "</value></Data>")
    }
    writer.append(
      unescaped: """
        </ExtendedData>
        <Point><coordinates>\(shortNumber(quake.longitude)),\(shortNumber(quake.latitude))</coordinates></Point>
        </Placemark>

        """)
  }

  /// The values for programs.
  private static let data: [FeedField] = [
    .id, .mag, .magType, .depth, .type, .status, .alert, .felt, .cdi, .mmi, .url,
  ]
}
