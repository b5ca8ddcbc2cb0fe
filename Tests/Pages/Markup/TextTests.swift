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

  @Test func `Adjacent texts are not separated`() {
    expectHTML("<p>onetwo</p>") {
      p {
        "one"
        Text("two")
      }
    }
  }

  @Test func `Non-ASCII text is encoded as UTF-8`() {
    expectHTML("日本 🐼 Ångström \u{202E}") { "日本 🐼 Ångström \u{202E}" }
    #expect(Text("é").rendered().withUnsafeBytes(Array.init) == [0xC3, 0xA9])
  }

  @Test func `A substring is rendered without the rest of its storage`() {
    let long = String(repeating: "x", count: 100) + "<tail>"
    expectHTML("&lt;tail&gt;") { String(long.suffix(6)) }
  }

  @Test func `Only UnescapedHTML is not escaped`() {
    expectHTML("<b>&amp;</b>") { UnescapedHTML(trustedAndNeverFromInput: "<b>&amp;</b>") }
  }
}
