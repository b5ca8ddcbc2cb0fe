import Foundation
import Markup
import TestSupport
import Testing

/// URLs on this site.
struct HrefTests {
  @Test(arguments: [
    ([], "/"),
    (["animals"], "/animals"),
    (["animals", "animalEditor", "onTap"], "/animals/animalEditor/onTap"),
    (["Az09-._~"], "/Az09-._~"),
    (["a b"], "/a%20b"),
    (["a/b"], "/a%2Fb"),
    (["a?b"], "/a%3Fb"),
    (["a%b"], "/a%25b"),
    ([";&#+"], "/%3B%26%23%2B"),
    (["日本"], "/%E6%97%A5%E6%9C%AC"),
    (["🐼"], "/%F0%9F%90%BC"),
    (["\"'<>"], "/%22%27%3C%3E"),
    (["a\r\nb\0"], "/a%0D%0Ab%00"),
    (["..."], "/..."),
    (["%2e%2e"], "/%252e%252e"),
    // No prefix leads to another host.
    (["", "evil.example"], "/evil.example"),
    (["", "", ""], "/"),
    (["/evil.example"], "/%2Fevil.example"),
    (["\\evil.example"], "/%5Cevil.example"),
    (["https://evil.example"], "/https%3A%2F%2Fevil.example"),
    (["javascript:alert(1)"], "/javascript%3Aalert%281%29"),
    // Dot segments and empty components are left out.
    (["a", "..", "b"], "/a/b"),
    ([".", "a", "", "b", ""], "/a/b"),
    ([".."], "/"),
  ])
  func `Path components are encoded`(path: [String], expected: String) {
    #expect(Href(path: path).text == expected)
  }

  @Test(arguments: [
    ("", ""), ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("a;b", "a%3Bb"),
    ("a#b", "a%23b"), ("a?b", "a%3Fb"), ("a/b", "a%2Fb"), ("100%", "100%25"), ("%41", "%2541"),
    ("日本", "%E6%97%A5%E6%9C%AC"), ("🐼", "%F0%9F%90%BC"), ("..", ".."), ("~-._", "~-._"),
    ("a\r\nb", "a%0D%0Ab"), ("\"'<>", "%22%27%3C%3E"),
  ])
  func `Names, values and fragments are encoded`(text: String, encoded: String) {
    #expect(Href(path: [], query: [(text, "x")]).text == "/?\(encoded)=x")
    #expect(Href(path: ["p"], query: [("q", text), ("r", "1")]).text == "/p?q=\(encoded)&r=1")
    #expect(Href(path: ["p"], fragment: text).text == "/p#\(encoded)")
    #expect(Href(fragment: text).text == "#\(encoded)")
  }

  @Test func `Path, query and fragment are in order`() {
    let href = Href(path: ["a", "b"], query: [("z", "1"), ("a", "2"), ("z", "3")], fragment: "f")
    #expect(href.text == "/a/b?z=1&a=2&z=3#f")
  }
}

/// External URLs.
struct ExternalHrefTests {
  @Test(arguments: [
    "http://example.org", "https://example.org/a?b=c&d=e#f", "HTTPS://EXAMPLE.ORG/",
    "hTtP://example.org", "mailto:a@example.org", "MailTo:a@example.org?subject=x",
    "https://example.org/日本", "https://user@example.org:8080/%20", "https://example.org/\"'<>",
  ])
  func `Safe URLs are unchanged`(address: String) {
    #expect(Href(external: address)?.text == address)
  }

  @Test func `A quote in a URL cannot end its attribute`() throws {
    let href = try #require(Href(external: "https://example.org/\"><script>"))
    expectHTML(#"<a href="https://example.org/&quot;&gt;&lt;script&gt;"></a>"#) { a {}.href(href) }
  }

  @Test(arguments: [
    "", "example.org", "/animals", "#fragment", "?query", "http:", "http:/example.org",
    "https:example.org", "mailto", "http//example.org", "://example.org", "xhttp://example.org",
    // Schemes that run code or read local data.
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "javascript://example.org/%0Aalert(1)",
    "data:text/html,<script>alert(1)</script>", "DATA:text/html,x", "vbscript:msgbox(1)",
    "VbScRiPt:msgbox(1)", "file:///etc/passwd", "ftp://example.org", "blob:https://example.org/x",
    "view-source:https://example.org", "tel:1", "livescript:x", "about:blank", "ws://example.org",
    // Spaces and control characters, which browsers remove.
    " https://example.org", "\thttps://example.org", "\nhttps://example.org",
    "\u{0}https://example.org", "\u{1}javascript:alert(1)", " javascript:alert(1)",
    "java\nscript:alert(1)", "java\tscript:alert(1)", "https://example.org/a b",
    "https://example.org/a\rb", "https://example.org/\u{7F}", "https://example.org/\u{1F}",
    "https://example.org\n", "https://example.org ", "ht\ntps://example.org",
    "http\u{1A}//example.org", "http:\u{0F}/example.org",
    // Hidden references to another host.
    "//evil.example", "/\\evil.example", "\\\\evil.example", "https:\\\\evil.example",
    "https:/\\evil.example", "https://example.org\\@evil.example",
    // Characters that resemble those of a scheme.
    "ｈttps://example.org", "https\u{2236}//example.org", "https:\u{2044}\u{2044}example.org",
    "http://\u{301}example.org".replacing("h", with: "\u{4BB}"), "\u{FEFF}https://example.org",
  ])
  func `Unsafe URLs are rejected`(address: String) {
    #expect(Href(external: address) == nil)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs the fixtures: set FIELDGUIDE_FIXTURES"))
  func `Known redirect payloads do not lead to another site`() throws {
    let lines = try #require(Fixtures.lines("security/patt-open-redirect-payloads.txt"))
    #expect(lines.count > 200)
    let clean = /(?i:https?:\/\/|mailto:)[^\u{0}-\u{20}\u{7F}\\]*/
    for line in lines {
      // A URL is external only if it has a safe scheme.
      let isClean = line.wholeMatch(of: clean) != nil
      #expect((Href(external: line) != nil) == isClean, "\(line)")

      // As one or several path components, it does not leave this site.
      let components = line.split(separator: "/", omittingEmptySubsequences: false)
        .map(String.init)
      for path in [[line], components] {
        let address = Href(path: path).text
        #expect(address.wholeMatch(of: /(\/[A-Za-z0-9%._~-]+)+|\//) != nil, "\(line)")
        #expect(!address.split(separator: "/").contains { $0 == "." || $0 == ".." }, "\(line)")
      }
      #expect(Href(path: [line]).text.removingPercentEncoding == "/" + line)
    }
  }
}
