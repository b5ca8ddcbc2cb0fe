import Markup
import Testing

struct SVGTests {
  @Test func `A drawing is rendered`() {
    expectHTML(
      #"<svg viewBox="0 -10 100.5 50" role="img"><title>Tom &amp; Jerry</title>"#
        + #"<g fill="none" transform="translate(1 2)"><circle cx="1" cy="-2.5" r="3"></circle>"#
        + #"</g><text x="0" y="1">&lt;M&gt; 4.5</text></svg>"#
    ) {
      svg {
        title { "Tom & Jerry" }
        g {
          circle().cx(1).cy(-2.5).r(3)
        }.fill("none").transform("translate(1 2)")
        text { "<M> 4.5" }.x(-0.0).y(1)
      }.viewBox(ViewBox(0, -10, 100.5, 50)).role("img")
    }
  }

  @Test func `Shapes are rendered`() {
    expectHTML(#"<ellipse cx="1" cy="2" rx="3" ry="4"></ellipse>"#) {
      ellipse().cx(1).cy(2).rx(3).ry(4)
    }
    expectHTML(#"<rect x="1" y="2" width="3" height="4" rx="5" ry="6"></rect>"#) {
      rect().x(1).y(2).width(3).height(4).rx(5).ry(6)
    }
    expectHTML(#"<line x1="1" y1="2" x2="3" y2="4"></line>"#) {
      line().from(x: 1, y: 2).to(x: 3, y: 4)
    }
    expectHTML(#"<path d="M0 0L1 1"></path>"#) { path().d("M0 0L1 1") }
    expectHTML(#"<polygon points="0,0 1.5,0 1,-1"></polygon><polyline points=""></polyline>"#) {
      polygon().points([(0, 0), (1.5, 0), (1, -1)])
      polyline().points([])
    }
  }

  @Test func `Symbols and their uses are rendered`() {
    expectHTML(
      ##"<defs><symbol id="pin" viewBox="0 0 8 8"></symbol></defs>"##
        + ##"<use href="#pin" x="1" y="2"></use>"##
    ) {
      defs { symbol().id("pin").viewBox(ViewBox(0, 0, 8, 8)) }
      use().href(Href(fragment: "pin")).x(1).y(2)
    }
  }

  @Test func `A chart refers to gradients of its page`() {
    expectHTML(
      #"<linearGradient id="a b" x1="0" y1="0"><stop offset="0.5" stop-color="red"></stop>"#
        + #"</linearGradient><rect fill="url(#a%20b)" stroke="url(#%22%29)"></rect>"#
        + ##"<path stroke="#000" stroke-width="1.5"></path>"##
        + #"<text text-anchor="end" font-size="9"><tspan x="1" dy="2"></tspan></text>"#
    ) {
      linearGradient { stop().offset(0.5).stopColor("red") }.id("a b").from(x: 0, y: 0)
      rect().fill(url: "a b").stroke(url: "\")")
      path().stroke("#000").strokeWidth(1.5).strokeOpacity(.nan)
      text { tspan().x(1).dy(2) }.textAnchor("end").fontSize(9)
    }
  }

  @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
  func `A number that is not finite omits its attribute`(number: Double) {
    expectHTML(#"<circle cy="1"></circle>"#) { circle().cx(number).cy(1).r(number) }
    expectHTML("<rect></rect>") {
      rect().x(number).y(number).width(number).height(number).rx(number).ry(number)
    }
    expectHTML(#"<line y1="1" x2="2"></line>"#) {
      line().from(x: number, y: 1).to(x: 2, y: number)
    }
    expectHTML("<polygon></polygon>") { polygon().points([(0, 0), (1, number)]) }
    expectHTML("<polygon></polygon>") { polygon().points([(number, 0), (1, 1)]) }
    for place in 0..<4 {
      var numbers = [1.0, 2, 3, 4]
      numbers[place] = number
      expectHTML("<svg></svg>") {
        svg().viewBox(ViewBox(numbers[0], numbers[1], numbers[2], numbers[3]))
      }
    }
  }

  @Test func `Large and small numbers follow the syntax`() {
    expectHTML(#"<circle cx="1e+21" cy="1e-07" r="0"></circle>"#) {
      circle().cx(1e21).cy(1e-7).r(-0.0)
    }
  }
}
