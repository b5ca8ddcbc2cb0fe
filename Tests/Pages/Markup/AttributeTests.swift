import Markup
import Testing

struct AttributeTests {
  @Test func `Attributes are rendered in the order of their modifiers`() {
    expectHTML(#"<p id="one" class="two" lang="la">x</p>"#) {
      p { "x" }.id("one").class("two").lang("la")
    }
    expectHTML(#"<p lang="la" class="two" id="one">x</p>"#) {
      p { "x" }.lang("la").class("two").id("one")
    }
  }

  @Test func `A value is quoted and escaped`() {
    let hostile = #"" onclick="x() '<>&"#
    expectHTML(##"<p class="&quot; onclick=&quot;x() &#39;&lt;&gt;&amp;"></p>"##) {
      p {}.class(hostile)
    }
    expectHTML(##"<p title="&quot; onclick=&quot;x() &#39;&lt;&gt;&amp;"></p>"##) {
      p {}.title(#"" onclick="x() '<>&"#)
    }
  }

  @Test func `An empty value is rendered and nil is left out`() {
    expectHTML(#"<p class=""></p>"#) { p {}.class("") }
    expectHTML("<p></p>") { p {}.class(nil) }
    expectHTML("<p></p>") { p {}.id(nil).role(nil).aria(.label, nil) }
  }

  @Test func `The second class is optional`() {
    expectHTML(#"<p class="row selected"></p>"#) { p {}.class("row", "selected") }
    expectHTML(#"<p class="row"></p>"#) { p {}.class("row", nil) }
    expectHTML(#"<p class="&lt; &gt;"></p>"#) { p {}.class("<", ">") }
  }

  @Test func `A Boolean attribute is present or absent`() {
    expectHTML("<p autofocus inert></p>") { p {}.autofocus().inert() }
    expectHTML("<p></p>") { p {}.autofocus(false).inert(false) }
  }

  @Test func `Global attributes are rendered`() {
    expectHTML(#"<p dir="auto" lang="en" role="status" tabindex="-1"></p>"#) {
      p {}.dir(.auto).lang("en").role("status").tabindex(-1)
    }
    expectHTML(#"<p dir="ltr"></p><p dir="rtl"></p>"#) {
      p {}.dir(.ltr)
      p {}.dir(.rtl)
    }
  }

  @Test(arguments: [
    (Aria.current, "aria-current"), (.describedby, "aria-describedby"), (.hidden, "aria-hidden"),
    (.invalid, "aria-invalid"), (.label, "aria-label"), (.labelledby, "aria-labelledby"),
    (.pressed, "aria-pressed"),
  ])
  func `ARIA attributes are rendered`(attribute: Aria, name: String) {
    expectHTML("<p \(name)=\"&lt;\"></p>") { p {}.aria(attribute, "<") }
  }

  @Test func `Attributes of links, images and times are rendered`() {
    expectHTML(#"<a href="/x?a=1&amp;b=2" rel="next">x</a>"#) {
      a { "x" }.href(Href(path: ["x"], query: [("a", "1"), ("b", "2")])).rel("next")
    }
    expectHTML(#"<img src="/x.png" alt="">"#) { img().src(Href(path: ["x.png"])).alt("") }
    expectHTML(#"<time datetime="2024-02-29">x</time>"#) { time { "x" }.datetime("2024-02-29") }
  }

  @Test func `Attributes of disclosures and tables are rendered`() {
    expectHTML("<details open><summary>x</summary></details><dialog></dialog>") {
      details { summary { "x" } }.open()
      dialog {}.open(false)
    }
    expectHTML(#"<th scope="row"></th><th scope="col"></th>"#) {
      th {}.scope(.row)
      th {}.scope(.col)
    }
  }
}
