import Foundation
import Testing

@testable import Fieldguide
@testable import WebSite

@Suite("Plain text")
struct PlainTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    /// The escaped text, the quoted text, and the JSON.
    var plain: String
    var quoted: String
    var json: String
    var testDescription: String { json }

    init(_ text: String, _ plain: String, quoted: String? = nil, json: String? = nil) {
      self.text = text
      self.plain = plain
      self.quoted = quoted ?? plain
      self.json = json ?? "\"\(plain)\""
    }
  }

  static let rows = [
    Row("", "", quoted: #""""#),
    Row("plain", "plain"),
    Row("é日本😀", "é日本😀"),
    Row("two quoteds", "two quoteds", quoted: #""two quoteds""#),
    Row("a=b", "a=b", quoted: #""a=b""#),
    Row(#"say "hi""#, #"say "hi""#, quoted: #""say \"hi\"""#, json: #""say \"hi\"""#),
    Row(#"a\b"#, #"a\b"#, json: #""a\\b""#),
    Row(#"a\ b"#, #"a\ b"#, quoted: #""a\\ b""#, json: #""a\\ b""#),
    // A combining accent does not turn a quote or an equals sign into another
    // character.
    Row("\"\u{301}", "\"\u{301}", quoted: "\"\\\"\u{301}\"", json: "\"\\\"\u{301}\""),
    Row("a=\u{301}b", "a=\u{301}b", quoted: "\"a=\u{301}b\""),
    Row(
      "x y\"\u{301} status=200 z=\"\u{301}", "x y\"\u{301} status=200 z=\"\u{301}",
      quoted: "\"x y\\\"\u{301} status=200 z=\\\"\u{301}\"",
      json: "\"x y\\\"\u{301} status=200 z=\\\"\u{301}\""),
    // Line breaks.
    Row("a\nb", #"a\u{a}b"#, quoted: #""a\u{a}b""#, json: #""a\nb""#),
    Row("a\r\nb", #"a\u{d}\u{a}b"#, quoted: #""a\u{d}\u{a}b""#, json: #""a\u000d\nb""#),
    Row("\u{b}", #"\u{b}"#, quoted: #""\u{b}""#, json: #""\u000b""#),
    Row("\u{c}", #"\u{c}"#, quoted: #""\u{c}""#, json: #""\u000c""#),
    Row("\u{85}", #"\u{85}"#, quoted: #""\u{85}""#, json: #""\u0085""#),
    Row("\u{2028}", #"\u{2028}"#, quoted: #""\u{2028}""#, json: #""\u2028""#),
    Row("\u{2029}", #"\u{2029}"#, quoted: #""\u{2029}""#, json: #""\u2029""#),
    // Control characters of terminals.
    Row("\0", #"\u{0}"#, json: #""\u0000""#),
    Row("\u{7}", #"\u{7}"#, json: #""\u0007""#),
    Row("\u{1B}[31m", #"\u{1b}[31m"#, json: #""\u001b[31m""#),
    Row("\u{7F}", #"\u{7f}"#, json: #""\u007f""#),
    Row("\u{9B}", #"\u{9b}"#, json: #""\u009b""#),
    Row("\t", #"\u{9}"#, quoted: #""\u{9}""#, json: #""\u0009""#),
    // Bidirectional formatting.
    Row("\u{202E}gnp.exe", #"\u{202e}gnp.exe"#, json: #""\u202egnp.exe""#),
    Row("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#, json: #""\u2066a\u2069""#),
    Row("\u{200F}", #"\u{200f}"#, json: #""\u200f""#),
    // Invisible characters.
    Row("\u{FEFF}", #"\u{feff}"#, json: #""\ufeff""#),
    Row("\u{200D}", #"\u{200d}"#, json: #""\u200d""#),
    Row("\u{AD}", #"\u{ad}"#, json: #""\u00ad""#),
    Row("\u{115F}", #"\u{115f}"#, json: #""\u115f""#),
    Row("\u{3164}", #"\u{3164}"#, json: #""\u3164""#),
    Row("\u{2800}", #"\u{2800}"#, json: #""\u2800""#),
    Row("\u{E0041}", #"\u{e0041}"#, json: #""\udb40\udc41""#),
    Row("\u{A0}", "\u{A0}", quoted: "\"\u{A0}\""),
    // Invalid UTF-8.
    Row(String(decoding: [0x61, 0xFF, 0xFE], as: UTF8.self), "a\u{FFFD}\u{FFFD}"),
  ]

  @Test(arguments: rows)
  func `Misleading characters are escaped`(_ row: Row) {
    #expect(Array(PlainText.escaped(row.text).unicodeScalars) == Array(row.plain.unicodeScalars))
    #expect(
      Array(PlainText.quotedIfNeeded(row.text).unicodeScalars) == Array(row.quoted.unicodeScalars))
    #expect(Array(PlainText.json(row.text).unicodeScalars) == Array(row.json.unicodeScalars))
  }

  @Test(arguments: rows)
  func `The JSON decodes to the text`(_ row: Row) throws {
    let decoded = try JSONDecoder().decode(String.self, from: Data(row.json.utf8))
    #expect(Array(decoded.unicodeScalars) == Array(row.text.unicodeScalars))
  }
}
