import Foundation
import TestSupport

/// Strings that are hard to escape.
enum NaughtyStrings {
  /// The project's own list.
  static let own = [
    // Line ends, which parsers normalise.
    "\r\n", "\r", "a\rb", "a\r\nb", "\r\r\n\n\r", "a\r",
    // Line feeds, which parsers drop at the start of some elements.
    "\n", "\nfirst", "\n\nfirst", "\r\nfirst", "\n\r", " \nfirst",
    // Ends of elements and sections.
    "</textarea>", "</title>", "</pre>", "</option></select>", "</svg>", "</script>", "</style>",
    "</text>", "</div></main></body></html>", "</p>", "]]>", "-->", "--!>", "\">", "'>", "/>",
    // Starts of elements and sections.
    "<", "<b>", "<!--", "<!-->", "<!DOCTYPE html>", "<![CDATA[x]]>", "<?xml ?>", "<script>",
    "<plaintext>", "<textarea>", "<svg><desc>", "<img src=x onerror=alert(1)>", "<table><td>",
    "</", "</>", "<\u{301}",
    // Attributes.
    "\" onclick=\"alert(1)", "' onclick='alert(1)", "` onclick=alert(1)", "=", "a=b c=d", "\\\"",
    // Character references, complete and incomplete.
    "&", "&amp;", "&lt", "&lt;", "&#13;", "&#x0D;", "&#0;", "&notit;", "&notin;", "&copy", "&&amp",
    "&#xD800;", "&lt;script&gt;",
    // Whitespace, control characters and non-characters.
    "", " ", "  a  ", "\t", "\u{B}", "\u{C}", "a\u{1}\u{8}\u{1B}\u{1F}b", "\u{7F}", "\u{80}\u{9F}",
    "\u{A0}", "\u{85}", "\u{2028}\u{2029}", "\u{FEFF}bom", "\u{FFFD}", "\u{10FFFF}",
    String(decoding: [0xFDD0, 0xFFFE, 0xFFFF], as: UTF16.self),
    // Writing systems, text directions, and characters of several scalars.
    "日本", "עִבְרִית", "\u{202E}abc\u{202C}", "👩‍👩‍👧‍👦", "e\u{301}é", "ﬀ", "İı",
    // Longer than the initial buffer of a writer after escaping.
    String(repeating: "<&\r\n\"'>", count: 700),
    // Not representable in HTML, and rejected as input.
    "\0", "a\0b",
  ]

  /// The Big List of Naughty Strings; `nil` if the fixtures are missing.
  static let bigList: [String]? = Fixtures.data("blns.json").flatMap {
    try? JSONDecoder().decode([String].self, from: $0)
  }

  /// Known cross-site scripting payloads; `nil` if the fixtures are missing.
  static let scripts: [String]? = {
    let lists = [
      "security/h5sc-vectors.txt", "security/patt-IntrudersXSS.txt",
      "security/patt-XSS_Polyglots.txt", "security/patt-xss_payloads_quick.txt",
    ].map(Fixtures.lines)
    return lists.contains { $0 == nil } ? nil : lists.flatMap { $0 ?? [] }
  }()
}
