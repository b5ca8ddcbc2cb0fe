import Foundation
import ImmutableUI
import QuakesData

/// A table with the columns of the network's own.
///
/// https://www.rfc-editor.org/rfc/rfc4180
struct CSVFormat: ExportFormat {
  let head =
    "time,latitude,longitude,depth,mag,magType,id,ids,net,updated,place,type,status,alert,"
    + "tsunami,felt,cdi,mmi,sig,url\r\n"
  let separator = ""
  let foot = ""

  func text(of quake: Quake) -> String {
    let cells = [
      Moment(quake.time).milliseconds(of: quake.time),
      shortNumber(quake.latitude),
      shortNumber(quake.longitude),
      quake.depth.map(shortNumber) ?? "",
      quake.isMagnitudeKnown ? shortNumber(quake.magnitude) : "",
      cell(quake.magnitudeType ?? ""),
      cell(quake.id),
      cell(quake.ids.joined(separator: " ")),
      cell(quake.network),
      Moment(quake.updated).milliseconds(of: quake.updated),
      cell(quake.name),
      cell(quake.type),
      quake.status.rawValue,
      quake.alert?.rawValue ?? "",
      quake.isTsunamiPossible ? "1" : "0",
      quake.felt.map { String($0) } ?? "",
      quake.reportedIntensity.map(shortNumber) ?? "",
      quake.estimatedIntensity.map(shortNumber) ?? "",
      String(quake.significance),
      cell(quake.url),
    ]
    return cells.joined(separator: ",") + "\r\n"
  }

  /// A text in quotes where it needs them. One that a spreadsheet would take
  /// for a formula is led by an apostrophe.
  ///
  /// https://owasp.org/www-community/attacks/CSV_Injection
  private func cell(_ text: String) -> String {
    var text = text
    if let first = text.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first) {
      text = "'" + text
    }
    guard text.unicodeScalars.contains(where: { "\",\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}

extension Moment {
  /// As in "2024-05-04T03:17:42.120Z".
  fileprivate func milliseconds(of date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    let rest = Int(((seconds - seconds.rounded(.down)) * 1000).rounded(.down))
    let digits = String(min(max(rest, 0), 999))
    return iso8601.dropLast() + "." + String(repeating: "0", count: 3 - digits.count) + digits + "Z"
  }
}
