import Foundation
import TestSupport

/// Strings that escapers get wrong.
enum NaughtyStrings {
  /// The project's own list.
  static let own = [
    // What a parser takes for an end of line, and changes.
    "\r\n", "\r", "a\rb", "a\r\nb", "\r\r\n\n\r", "a\r",
    // What it drops at the start of some elements.
    "\n", "\nfirst", "\n\nfirst", "\r\nfirst", "\n\r", " \nfirst",
    // Ends of what the string may stand in.
    "</textarea>", "</title>", "</pre>", "</option></select>", "</svg>", "</script>", "</style>",
    "</text>", "</div></main></body></html>", "</p>", "]]>", "-->", "--!>", "\">", "'>", "/>",
    // Starts of something else.
    "<", "<b>", "<!--", "<!-->", "<!DOCTYPE html>", "<![CDATA[x]]>", "<?xml ?>", "<script>",
    "<plaintext>", "<textarea>", "<svg><desc>", "<img src=x onerror=alert(1)>", "<table><td>",
    "</", "</>", "<\u{301}",
    // Attributes.
    "\" onclick=\"alert(1)", "' onclick='alert(1)", "` onclick=alert(1)", "=", "a=b c=d", "\\\"",
    // Character references, whole and half.
    "&", "&amp;", "&lt", "&lt;", "&#13;", "&#x0D;", "&#0;", "&notit;", "&notin;", "&copy", "&&amp",
    "&#xD800;", "&lt;script&gt;",
    // Blanks, controls and what is no character.
    "", " ", "  a  ", "\t", "\u{B}", "\u{C}", "a\u{1}\u{8}\u{1B}\u{1F}b", "\u{7F}", "\u{80}\u{9F}",
    "\u{A0}", "\u{85}", "\u{2028}\u{2029}", "\u{FEFF}bom", "\u{FFFD}", "\u{10FFFF}",
    String(decoding: [0xFDD0, 0xFFFE, 0xFFFF], as: UTF16.self),
    // Scripts, directions, and one character of many scalars.
    "日本", "עִבְרִית", "\u{202E}abc\u{202C}", "👩‍👩‍👧‍👦", "e\u{301}é", "ﬀ", "İı",
    // Longer than the first buffer of a writer, once escaped.
    String(repeating: "<&\r\n\"'>", count: 700),
    // Not representable in HTML: refused as input.
    "\0", "a\0b",
  ]

  /// The Big List of Naughty Strings; `nil` where there are no fixtures.
  static let bigList: [String]? = Fixtures.data("blns.json").flatMap {
    try? JSONDecoder().decode([String].self, from: $0)
  }

  /// Lines that made their way into pages as scripts; `nil` where there are no
  /// fixtures.
  static let scripts: [String]? = {
    let lists = [
      "security/h5sc-vectors.txt", "security/patt-IntrudersXSS.txt",
      "security/patt-XSS_Polyglots.txt", "security/patt-xss_payloads_quick.txt",
    ].map(Fixtures.lines)
    return lists.contains { $0 == nil } ? nil : lists.flatMap { $0 ?? [] }
  }()
}
