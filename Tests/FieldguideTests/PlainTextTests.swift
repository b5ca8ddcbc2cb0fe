import Foundation
import Testing

@testable import Fieldguide
@testable import WebSite

@Suite("Plain text")
struct PlainTextTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var text: String
    /// The text as such, as one word, and as JSON.
    var plain: String
    var word: String
    var json: String
    var testDescription: String { json }

    init(_ text: String, _ plain: String, word: String? = nil, json: String? = nil) {
      self.text = text
      self.plain = plain
      self.word = word ?? plain
      self.json = json ?? "\"\(plain)\""
    }
  }

  static let rows = [
    Row("", "", word: #""""#),
    Row("plain", "plain"),
    Row("é日本😀", "é日本😀"),
    Row("two words", "two words", word: #""two words""#),
    Row("a=b", "a=b", word: #""a=b""#),
    Row(#"say "hi""#, #"say "hi""#, word: #""say \"hi\"""#, json: #""say \"hi\"""#),
    Row(#"a\b"#, #"a\b"#, json: #""a\\b""#),
    Row(#"a\ b"#, #"a\ b"#, word: #""a\\ b""#, json: #""a\\ b""#),
    // An accent makes no other character of a quote or an equals sign.
    Row("\"\u{301}", "\"\u{301}", word: "\"\\\"\u{301}\"", json: "\"\\\"\u{301}\""),
    Row("a=\u{301}b", "a=\u{301}b", word: "\"a=\u{301}b\""),
    Row(
      "x y\"\u{301} status=200 z=\"\u{301}", "x y\"\u{301} status=200 z=\"\u{301}",
      word: "\"x y\\\"\u{301} status=200 z=\\\"\u{301}\"",
      json: "\"x y\\\"\u{301} status=200 z=\\\"\u{301}\""),
    // Ends of lines.
    Row("a\nb", #"a\u{a}b"#, word: #""a\u{a}b""#, json: #""a\nb""#),
    Row("a\r\nb", #"a\u{d}\u{a}b"#, word: #""a\u{d}\u{a}b""#, json: #""a\u000d\nb""#),
    Row("\u{b}", #"\u{b}"#, word: #""\u{b}""#, json: #""\u000b""#),
    Row("\u{c}", #"\u{c}"#, word: #""\u{c}""#, json: #""\u000c""#),
    Row("\u{85}", #"\u{85}"#, word: #""\u{85}""#, json: #""\u0085""#),
    Row("\u{2028}", #"\u{2028}"#, word: #""\u{2028}""#, json: #""\u2028""#),
    Row("\u{2029}", #"\u{2029}"#, word: #""\u{2029}""#, json: #""\u2029""#),
    // Controls of terminals.
    Row("\0", #"\u{0}"#, json: #""\u0000""#),
    Row("\u{7}", #"\u{7}"#, json: #""\u0007""#),
    Row("\u{1B}[31m", #"\u{1b}[31m"#, json: #""\u001b[31m""#),
    Row("\u{7F}", #"\u{7f}"#, json: #""\u007f""#),
    Row("\u{9B}", #"\u{9b}"#, json: #""\u009b""#),
    Row("\t", #"\u{9}"#, word: #""\u{9}""#, json: #""\u0009""#),
    // Changes of direction.
    Row("\u{202E}gnp.exe", #"\u{202e}gnp.exe"#, json: #""\u202egnp.exe""#),
    Row("\u{2066}a\u{2069}", #"\u{2066}a\u{2069}"#, json: #""\u2066a\u2069""#),
    Row("\u{200F}", #"\u{200f}"#, json: #""\u200f""#),
    // What nobody sees.
    Row("\u{FEFF}", #"\u{feff}"#, json: #""\ufeff""#),
    Row("\u{200D}", #"\u{200d}"#, json: #""\u200d""#),
    Row("\u{AD}", #"\u{ad}"#, json: #""\u00ad""#),
    Row("\u{115F}", #"\u{115f}"#, json: #""\u115f""#),
    Row("\u{3164}", #"\u{3164}"#, json: #""\u3164""#),
    Row("\u{2800}", #"\u{2800}"#, json: #""\u2800""#),
    Row("\u{E0041}", #"\u{e0041}"#, json: #""\udb40\udc41""#),
    Row("\u{A0}", "\u{A0}", word: "\"\u{A0}\""),
    // Bytes that are no UTF-8.
    Row(String(decoding: [0x61, 0xFF, 0xFE], as: UTF8.self), "a\u{FFFD}\u{FFFD}"),
  ]

  @Test(arguments: rows)
  func `Nothing in a text can look like something else`(_ row: Row) {
    #expect(Array(PlainText.of(row.text).unicodeScalars) == Array(row.plain.unicodeScalars))
    #expect(Array(PlainText.word(row.text).unicodeScalars) == Array(row.word.unicodeScalars))
    #expect(Array(PlainText.json(row.text).unicodeScalars) == Array(row.json.unicodeScalars))
  }

  @Test(arguments: rows)
  func `The JSON is that of the text`(_ row: Row) throws {
    let decoded = try JSONDecoder().decode(String.self, from: Data(row.json.utf8))
    #expect(Array(decoded.unicodeScalars) == Array(row.text.unicodeScalars))
  }
}
