import Markup
import Testing

struct TextTests {
  @Test func `a string is text`() {
    expectHTML("plain") { "plain" }
    expectHTML("") { "" }
  }

  @Test func `what would be markup is escaped`() {
    expectHTML("&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;") { #"<b>Tom & "Jerry"</b>"# }
    expectHTML("<p>&lt;/p&gt;</p>") { p { "</p>" } }
  }

  @Test func `what is escaped already is escaped again`() {
    expectHTML("&amp;amp;") { "&amp;" }
  }

  @Test func `interpolated values are escaped like the rest`() {
    let name = "<i>"
    expectHTML("<p>Hello, &lt;i&gt;!</p>") { p { "Hello, \(name)!" } }
  }

  @Test func `texts follow each other without anything between`() {
    expectHTML("<p>onetwo</p>") {
      p {
        "one"
        Text("two")
      }
    }
  }

  @Test func `text beyond ASCII goes through as UTF-8`() {
    expectHTML("日本 🐼 Ångström \u{202E}") { "日本 🐼 Ångström \u{202E}" }
    #expect(Text("é").rendered().withUnsafeBytes(Array.init) == [0xC3, 0xA9])
  }

  @Test func `a text that shares its storage with another is written alone`() {
    let long = String(repeating: "x", count: 100) + "<tail>"
    expectHTML("&lt;tail&gt;") { String(long.suffix(6)) }
  }

  @Test func `only what says so is written unescaped`() {
    expectHTML("<b>&amp;</b>") { UnescapedHTML(trustedAndNeverFromInput: "<b>&amp;</b>") }
  }
}
