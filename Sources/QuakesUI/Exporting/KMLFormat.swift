import Foundation
import Look
import QuakesData

/// Placemarks for maps and globes, with the time of each event.
///
/// https://developers.google.com/kml/documentation/kmlreference
struct KMLFormat: ExportFormat {
  let measures: Measures

  let header = """
    <?xml version="1.0" encoding="UTF-8"?>
    <kml xmlns="http://www.opengis.net/kml/2.2">
    <Document>
    <name>Earthquakes - Fieldguide</name>

    """
  let separator = ""
  let footer = "</Document>\n</kml>\n"

  func text(of quake: Quake) -> String {
    let facts = [
      Moment(quake.time, in: measures.zone).second, quake.shownDepth(in: measures.unit),
      quake.otherType, quake.impactSentence,
      quake.missingSince.map { "\(Quake.missingLabel) since \(Moment($0).minute)" }, quake.url,
    ]
    .compactMap { $0 }.joined(separator: ", ")
    return """
      <Placemark id="\(escaped(quake.id))">
      <name>\(escaped("M \(quake.badge) - \(quake.shownName(in: measures.unit))"))</name>
      <description>\(escaped(facts))</description>
      <TimeStamp><when>\(Moment(quake.time).iso8601)</when></TimeStamp>
      <Point><coordinates>\(shortNumber(quake.longitude)),\(shortNumber(quake.latitude))</coordinates></Point>
      </Placemark>

      """
  }
}
