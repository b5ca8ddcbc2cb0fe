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
    let time = Moment(quake.time, in: measures.zone)
    writer.append(literal: "<Placemark id=\"")
    writer.append(unescaped: escaped(quake.id))
    writer.append(literal: "\">\n<name>")
    writer.append(unescaped: escaped(quake.feedTitle))
    writer.append(literal: "</name>\n<description>")
    writer.append(unescaped: escaped(time.second))
    for fact in [
      quake.shownDepth(in: measures.unit), quake.otherType, quake.impactSentence,
      quake.warnings?.text,
      quake.missingSince.map { "\(Quake.missingLabel) since \(Moment($0).minute)" }, quake.url,
    ] {
      guard let fact else { continue }
      writer.append(literal: ", ")
      writer.append(unescaped: escaped(fact))
    }
    writer.append(literal: "</description>\n<TimeStamp><when>")
    writer.append(unescaped: time.iso8601)
    writer.append(literal: "</when></TimeStamp>\n<ExtendedData>")
    for field in Self.data {
      guard let text = field.value(of: quake).text else { continue }
      writer.append(literal: "<Data name=\"")
      writer.append(unescaped: field.rawValue)
      writer.append(literal: "\"><value>")
      writer.append(unescaped: escaped(text))
      writer.append(literal: "</value></Data>")
    }
    writer.append(literal: "</ExtendedData>\n<Point><coordinates>")
    writer.append(unescaped: shortNumber(quake.longitude))
    writer.append(literal: ",")
    writer.append(unescaped: shortNumber(quake.latitude))
    writer.append(literal: "</coordinates></Point>\n</Placemark>\n")
  }

  /// The values for programs.
  private static let data: [FeedField] = [
    .id, .mag, .magType, .depth, .type, .status, .alert, .felt, .cdi, .mmi, .url,
  ]
}
