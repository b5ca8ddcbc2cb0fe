import Markup
import Testing

struct ElementTests {
  private static let withContent: [(name: String, element: any HTML)] = [
    ("a", a { "x" }), ("article", article { "x" }), ("aside", aside { "x" }),
    ("button", button { "x" }), ("caption", caption { "x" }), ("code", code { "x" }),
    ("dd", dd { "x" }), ("details", details { "x" }), ("dialog", dialog { "x" }),
    ("div", div { "x" }), ("dl", dl { "x" }), ("dt", dt { "x" }), ("em", em { "x" }),
    ("fieldset", fieldset { "x" }), ("figcaption", figcaption { "x" }),
    ("figure", figure { "x" }), ("footer", footer { "x" }), ("form", form { "x" }),
    ("h1", h1 { "x" }), ("h2", h2 { "x" }), ("h3", h3 { "x" }), ("header", header { "x" }),
    ("label", label { "x" }), ("legend", legend { "x" }), ("li", li { "x" }),
    ("main", main { "x" }), ("nav", nav { "x" }), ("ol", ol { "x" }), ("option", option { "x" }),
    ("p", p { "x" }), ("section", section { "x" }), ("select", select { "x" }),
    ("small", small { "x" }), ("span", span { "x" }), ("strong", strong { "x" }),
    ("summary", summary { "x" }), ("table", table { "x" }), ("tbody", tbody { "x" }),
    ("td", td { "x" }), ("th", th { "x" }), ("thead", thead { "x" }), ("time", time { "x" }),
    ("tr", tr { "x" }), ("ul", ul { "x" }),
    ("abbr", abbr { "x" }), ("address", address { "x" }), ("audio", audio { "x" }),
    ("b", b { "x" }), ("bdi", bdi { "x" }), ("blockquote", blockquote { "x" }),
    ("canvas", canvas { "x" }), ("cite", cite { "x" }), ("colgroup", colgroup { "x" }),
    ("data", data { "x" }), ("datalist", datalist { "x" }), ("del", del { "x" }),
    ("dfn", dfn { "x" }), ("h4", h4 { "x" }), ("h5", h5 { "x" }), ("h6", h6 { "x" }),
    ("hgroup", hgroup { "x" }), ("i", i { "x" }), ("ins", ins { "x" }), ("kbd", kbd { "x" }),
    ("map", map { "x" }), ("mark", mark { "x" }), ("menu", menu { "x" }),
    ("meter", meter { "x" }), ("noscript", noscript { "x" }), ("object", object { "x" }),
    ("optgroup", optgroup { "x" }), ("output", output { "x" }), ("picture", picture { "x" }),
    ("progress", progress { "x" }), ("q", q { "x" }), ("rp", rp { "x" }), ("rt", rt { "x" }),
    ("ruby", ruby { "x" }), ("s", s { "x" }), ("samp", samp { "x" }),
    ("search", search { "x" }), ("slot", slot { "x" }), ("sub", sub { "x" }),
    ("sup", sup { "x" }), ("template", template { "x" }), ("tfoot", tfoot { "x" }),
    ("u", u { "x" }), ("var", `var` { "x" }), ("video", video { "x" }),
  ]

  private static let svgElements: [(name: String, element: any HTML)] = [
    ("circle", circle { "x" }), ("defs", defs { "x" }), ("ellipse", ellipse { "x" }),
    ("g", g { "x" }), ("line", line { "x" }), ("path", path { "x" }),
    ("polygon", polygon { "x" }), ("polyline", polyline { "x" }), ("rect", rect { "x" }),
    ("svg", svg { "x" }), ("symbol", symbol { "x" }), ("text", text { "x" }),
    ("title", title { "x" }), ("use", use { "x" }),
    ("desc", desc { "x" }), ("image", image { "x" }),
    ("linearGradient", linearGradient { "x" }),
    ("pattern", pattern { "x" }),
    ("stop", stop { "x" }),
    ("tspan", tspan { "x" }),
  ]

  @Test(arguments: withContent + svgElements)
  func `An element is rendered with its name`(name: String, element: any HTML) {
    #expect(element.renderedString() == "<\(name)>x</\(name)>")
  }

  @Test func `Void elements have neither content nor end tag`() {
    expectHTML("<br>") { br() }
    expectHTML("<hr>") { hr() }
    expectHTML("<img>") { img() }
    expectHTML("<input>") { input() }
    expectHTML("<area><col><embed><source><track><wbr>") {
      area()
      col()
      embed()
      source()
      track()
      wbr()
    }
    expectHTML(#"<br class="x">"#) { br().class("x") }
  }

  @Test func `A leading line feed of a text survives parsing`() {
    expectHTML("<textarea>\nx</textarea>") { textarea { "x" } }
    expectHTML("<textarea>\n\nx</textarea>") { textarea { "\nx" } }
    expectHTML("<textarea>\n</textarea>") { textarea {} }
    expectHTML("<pre>\n\n\nx</pre>") { pre { "\n\nx" } }
    expectHTML("<pre class=\"y\">\n<code>x</code></pre>") { pre { code { "x" } }.class("y") }
  }
}
