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
    (.pressed, "aria-pressed"), (.valuenow, "aria-valuenow"),
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

  @Test func `An attribute has any name that is neither script, style nor URL`() {
    expectHTML(#"<p popover="manual" foo-Bar_2="&quot;" hidden></p>"#) {
      p {}.attribute("popover", "manual").attribute("foo-Bar_2", "\"").attribute("hidden")
    }
    expectHTML("<p></p>") { p {}.attribute("popover", nil).attribute("hidden", false) }
  }

  @Test(arguments: [
    "onclick", "ONLOAD", "on", "href", "Src", "srcdoc", "srcset", "style", "action", "formaction",
    "xlink:href", "", "1a", "-a", "a b", "a=b", "a>", "a\"", "a/", "a\u{0}", "ä", "a\n",
  ])
  func `An attribute with a dangerous name is left out`(name: String) {
    expectHTML("<a></a>") { a {}.attribute(name, "javascript:x()").attribute(name) }
  }

  @Test func `Data attributes have names of the guide`() {
    expectHTML(#"<p data-station="42" data-last-seen="&lt;"></p>"#) {
      p {}.data("station", "42").data("last-seen", "<").data("none", nil)
    }
    expectHTML("<p></p>") {
      p {}.data("", "x").data("Station", "x").data("a b", "x").data("a=\"", "x").data("ä", "x")
    }
  }

  @Test func `URLs of embedded contents are hrefs`() {
    let file = Href(path: ["a b"], query: [("c", "1"), ("d", "2")])
    let url = "/a%20b?c=1&amp;d=2"
    expectHTML(
      #"<video src="\#(url)" poster="\#(url)" controls preload="none"></video>"#
        + #"<object data="\#(url)"></object><q cite="\#(url)"></q>"#
        + #"<button formaction="\#(url)"></button>"#
        + ##"<img srcset="\##(url) 480w, \##(url) 960w" usemap="#m">"##
    ) {
      video().src(file).poster(file).controls().preload("none")
      object().data(file)
      q().cite(file)
      button().formaction(file)
      img().srcset([(file, 480), (file, 960)]).usemap("m")
    }
  }

  @Test func `Attributes of gauges, lists and cells are rendered`() {
    expectHTML(
      #"<meter min="0" max="10" value="2.5"></meter><progress></progress>"#
        + #"<ol start="3" reversed><li value="7"></li></ol>"#
        + #"<td colspan="2" rowspan="3"></td><form name="f"></form><output for="f"></output>"#
    ) {
      meter().min(0).max(10).value(2.5)
      progress().value(.nan)
      ol { li {}.value(7) }.start(3).reversed()
      td {}.colspan(2).rowspan(3)
      form {}.name("f")
      output {}.for("f")
    }
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
