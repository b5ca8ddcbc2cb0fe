import Markup
import Testing

struct TextTests {
  @Test func `A string is text`() {
    expectHTML("plain") { "plain" }
    expectHTML("") { "" }
  }

  @Test func `Markup in text is escaped`() {
    expectHTML("&lt;b&gt;Tom &amp; &quot;Jerry&quot;&lt;/b&gt;") { #"<b>Tom & "Jerry"</b>"# }
    expectHTML("<p>&lt;/p&gt;</p>") { p { "</p>" } }
  }

  @Test func `Escaped text is escaped again`() {
    expectHTML("&amp;amp;") { "&amp;" }
  }

  @Test func `Interpolated values are escaped`() {
    let name = "<i>"
    expectHTML("<p>Hello, &lt;i&gt;!</p>") { p { "Hello, \(name)!" } }
  }

  @Test func `Texts follow each other directly`() {
    expectHTML("<p>onetwo</p>") {
      p {
        "one"
        Text("two")
      }
    }
  }

  @Test func `Text beyond ASCII is written as UTF-8`() {
    expectHTML("日本 🐼 Ångström \u{202E}") { "日本 🐼 Ångström \u{202E}" }
    #expect(Text("é").rendered().withUnsafeBytes(Array.init) == [0xC3, 0xA9])
  }

  @Test func `A text that shares its storage is written alone`() {
    let long = String(repeating: "x", count: 100) + "<tail>"
    expectHTML("&lt;tail&gt;") { String(long.suffix(6)) }
  }

  @Test func `Only trusted HTML is written unescaped`() {
    expectHTML("<b>&amp;</b>") { UnescapedHTML(trustedAndNeverFromInput: "<b>&amp;</b>") }
  }
}
