import ArgumentParser
import Foundation
import Markup
import Postgres
import QuakesData
import Testing

@testable import Metrics
@testable import QuakesUI
@testable import Records
@testable import WebSite

/// Every function that escapes text for another language, with characters that
/// combine with the one before them. Swift takes `"` and a combining mark for one
/// character, which is no quote; all other programs take them for two.
@Suite struct EscapersTests {
  struct Escaper: CustomTestStringConvertible, Sendable {
    let name: String
    /// The character with a meaning, and what it becomes.
    let special: String
    let expected: String
    let escape: @Sendable (String) throws -> String
    var testDescription: String { "\(name) \(special)" }

    init(
      _ name: String, _ special: String, _ expected: String,
      _ escape: @escaping @Sendable (String) throws -> String
    ) {
      (self.name, self.special, self.expected, self.escape) = (name, special, expected, escape)
    }
  }

  /// Accents, an enclosing circle, joiners, a variation selector, marks of other
  /// scripts, a skin tone and a tag.
  static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{308}", "\u{327}", "\u{338}", "\u{20DD}", "\u{20E3}", "\u{200C}",
    "\u{200D}", "\u{FE0F}", "\u{5B0}", "\u{93F}", "\u{1F3FD}", "\u{E0061}",
  ]

  static let escapers: [Escaper] = [
    Escaper("HTML", "<", "&lt;") { Text($0).renderedString() },
    Escaper("HTML", "&", "&amp;") { Text($0).renderedString() },
    Escaper("attribute", "\"", "&quot;") { input().value($0).renderedString() },
    Escaper("attribute", "'", "&#39;") { input().value($0).renderedString() },
    Escaper("attribute with an address", "\"", "&quot;") { text in
      a {}.href(try #require(Href(external: "https://a/\(text)"))).renderedString()
    },
    Escaper("address", "?", "%3F") { Href(path: [$0]).text },
    Escaper("address", "/", "%2F") { Href(path: [$0]).text },
    Escaper("query", "&", "%26") { Href(path: [], query: [("a", $0)]).text },
    Escaper("query", "=", "%3D") { Href(path: [], query: [($0, "b")]).text },
    Escaper("fragment", "#", "%23") { Href(fragment: $0).text },
    Escaper("KML", "<", "&lt;") { text(of: $0, in: kml("")) },
    Escaper("KML", "&", "&amp;") { kml($0).header },
    Escaper("Atom", "<", "&lt;") { text(of: $0, in: atom("")) },
    Escaper("Atom", "&", "&amp;") { atom($0).header },
    Escaper("SQL name", "\"", "\"\"") {
      ("\(identifier: $0)" as PostgresStatement).sql
    },
    Escaper("SQL literal", "'", "''") { PostgresStatement.quoted($0, "'") },
    Escaper("header field", "\"", "\\\"") { AccountHandler.quoted($0) },
    Escaper("header field", "\\", "\\\\") { AccountHandler.quoted($0) },
    Escaper("log line", "\"", "\\\"") { PlainText.quotedIfNeeded($0) },
    Escaper("log line", "\\", "\\\\") { PlainText.quotedIfNeeded("a b \($0)") },
    Escaper("log line in JSON", "\"", "\\\"") { PlainText.json($0) },
    Escaper("log line in JSON", "\\", "\\\\") { PlainText.json($0) },
    Escaper("refused origin in the log", "\"", "\\\"") { CrossOrigin.reason("Origin", $0) },
    Escaper("metrics", "\"", "\\\"") { MetricsText.escaped($0, quotes: true) },
    Escaper("metrics", "\\", "\\\\") { MetricsText.escaped($0, quotes: false) },
    Escaper("CSV", "\"", "\"\"") { text(of: $0, in: CSVFormat()) },
    Escaper("formula in CSV", ";=", ";'=") { text(of: $0, in: CSVFormat()) },
    Escaper("GeoJSON", "\"", "\\\"") { text(of: $0, in: geoJSON) },
    Escaper("GeoJSON", "\\", "\\\\") { text(of: $0, in: geoJSON) },
    Escaper("GeoJSON", "<", "\\u003c") { text(of: $0, in: geoJSON) },
  ]

  @Test(arguments: escapers)
  func `A combining mark protects no character`(_ escaper: Escaper) throws {
    let plain = try escaper.escape("a\(escaper.special)b")
    #expect(Array(plain.utf8).contains(Array("a\(escaper.expected)b".utf8)))
    for mark in Self.marks {
      var text = "a\(escaper.special)"
      text.unicodeScalars.append(mark)
      let escaped = Array(try escaper.escape(text).utf8)
      #expect(
        escaped.contains(Array("a\(escaper.expected)".utf8)), "U+\(String(mark.value, radix: 16))")
    }
  }

  /// A password may begin with any mark.
  @Test(arguments: marks) func `A combining mark hides no separator`(_ mark: Unicode.Scalar) throws
  {
    let password = "\(String(mark))secret"
    let field = "Basic " + Data("ada:\(password)".utf8).base64EncodedString()
    let credentials = try #require(Credentials(field))
    #expect(credentials.name == "ada")
    #expect(credentials.password == password)
    var arguments = EditorArguments()
    arguments.name = "ada:\(mark)"
    #expect(throws: (any Error).self) { try arguments.validate() }
  }

  private static func atom(_ title: String) -> AtomFormat {
    AtomFormat(
      title: title, knownSince: nil, id: "urn:a", address: "http://a/b", page: "http://a/",
      updated: Date(timeIntervalSince1970: 0), unit: .kilometres)
  }

  private static func kml(_ title: String) -> KMLFormat {
    KMLFormat(title: title, knownSince: nil, measures: Measures())
  }

  private static let geoJSON = GeoJSONFormat(title: "", generated: Date(timeIntervalSince1970: 0))

  private static func text(of name: String, in format: any ExportFormat) -> String {
    var writer = ByteWriter()
    format.append(
      Quake(
        quakeId: "q", magnitude: 1, time: Date(timeIntervalSince1970: 0),
        updated: Date(timeIntervalSince1970: 0), name: name, longitude: 0, latitude: 0),
      to: &writer)
    return String(writer.finish())
  }
}
