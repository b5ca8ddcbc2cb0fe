import Markup
import Synchronization
import Testing

struct StructureTests {
  @Test func `Empty content renders nothing`() {
    expectHTML("") {}
    expectHTML("") { Empty() }
    expectHTML("<p></p>") { p {} }
    expectHTML("<p></p>") { p() }
  }

  @Test func `Siblings are rendered in order`() {
    expectHTML("<p>1</p>2<p>3</p>4<br>") {
      p { "1" }
      "2"
      p { "3" }
      "4"
      br()
    }
  }

  @Test func `Elements nest`() {
    expectHTML("<main><section><h1>x</h1><p>a<em>b</em>c</p></section></main>") {
      main {
        section {
          h1 { "x" }
          p {
            "a"
            em { "b" }
            "c"
          }
        }
      }
    }
  }

  @Test(arguments: [(true, "<p>yes</p>."), (false, ".")])
  func `if without else is supported`(condition: Bool, expected: String) {
    expectHTML(expected) {
      if condition { p { "yes" } }
      "."
    }
  }

  @Test(arguments: [(1, "<p>one</p>"), (2, "two"), (3, "<em>many</em>")])
  func `if with else is supported`(number: Int, expected: String) {
    expectHTML(expected) {
      if number == 1 {
        p { "one" }
      } else if number == 2 {
        "two"
      } else {
        em { "many" }
      }
    }
  }

  @Test(arguments: [(1, "<p>one</p>"), (2, "two"), (3, "<em>3</em>"), (4, "")])
  func `switch is supported`(number: Int, expected: String) {
    expectHTML(expected) {
      switch number {
      case 1: p { "one" }
      case 2: "two"
      case 3: em { "\(number)" }
      default: Empty()
      }
    }
  }

  @Test(arguments: [("x", "<p>x</p>"), (nil, "")])
  func `Optional binding is supported`(name: String?, expected: String) {
    expectHTML(expected) {
      if let name { p { name } }
    }
  }

  @Test(arguments: [("x", "<p>x</p>"), (nil, "")])
  func `An optional value is rendered if it is present`(name: String?, expected: String) {
    let content = name.map { name in p { name } }
    expectHTML(expected) { content }
  }

  @Test func `for is supported`() {
    expectHTML("<ul><li>1</li><li>2</li><li>3</li></ul>") {
      ul {
        for number in 1...3 { li { "\(number)" } }
      }
    }
    expectHTML("<ul></ul>") {
      ul {
        for name in [String]() { li { name } }
      }
    }
  }

  @Test func `A condition in a loop is supported`() {
    expectHTML("1<em>2</em>3") {
      for number in 1...3 {
        if number == 2 { em { "2" } } else { "\(number)" }
      }
    }
  }

  @Test func `ForEach renders content for each element`() {
    expectHTML("<li>a</li>-<li>&lt;</li>-") {
      ForEach(["a", "<"]) { name in
        li { name }
        "-"
      }
    }
    expectHTML("") { ForEach([String]()) { name in li { name } } }
    expectHTML("345") { ForEach(3..<6) { number in "\(number)" } }
  }

  @Test func `ForEach creates the content of an element once, during rendering`() {
    let built = Mutex<[Int]>([])
    let content = ForEach(1...3) { number in
      built.withLock { $0.append(number) }
      return Text("\(number)")
    }
    #expect(built.withLock { $0 } == [])
    #expect(content.renderedString() == "123")
    #expect(built.withLock { $0 } == [1, 2, 3])
  }

  @Test func `Rendering is repeatable`() {
    let content = p { "x" }.class("y")
    #expect(content.renderedString() == #"<p class="y">x</p>"#)
    #expect(content.renderedString() == content.renderedString())
  }
}

/// Components, which are composed of other HTML.
struct ComponentTests {
  private struct Badge: Component {
    let name: String

    var body: some HTML {
      span { name }.class("badge")
    }
  }

  private struct Card<Content: HTML>: Component {
    let title: String
    let content: Content

    init(_ title: String, @HTMLBuilder content: () -> Content) {
      self.title = title
      self.content = content()
    }

    var body: some HTML {
      section {
        h2 { title }
        content
      }
    }
  }

  private struct Maybe: Component {
    let isThere: Bool

    var body: some HTML {
      if isThere { Badge(name: "there") }
    }
  }

  @Test func `A component renders its body`() {
    expectHTML(#"<span class="badge">&lt;x&gt;</span>"#) { Badge(name: "<x>") }
  }

  @Test func `Components compose`() {
    expectHTML(
      #"<section><h2>Two</h2><span class="badge">a</span><span class="badge">b</span></section>"#
    ) {
      Card("Two") {
        ForEach(["a", "b"]) { name in Badge(name: name) }
      }
    }
  }

  @Test func `A component can contain itself`() {
    expectHTML("<section><h2>1</h2><section><h2>2</h2>x</section></section>") {
      Card("1") { Card("2") { "x" } }
    }
  }

  @Test(arguments: [(true, #"<span class="badge">there</span>"#), (false, "")])
  func `A body may be empty`(isThere: Bool, expected: String) {
    expectHTML(expected) { Maybe(isThere: isThere) }
  }
}
