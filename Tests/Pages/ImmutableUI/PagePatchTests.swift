import Testing

@testable import ImmutableUI

/// The events that bring a browser from one version of a page to another.
@Suite struct PagePatchTests {
  private static let main =
    "<main>line<p id=\"one\">1</p><p id=\"two\">2</p></main>"

  private static func rows(_ numbers: some Sequence<Int>) -> [(String, String)] {
    numbers.map { ("\($0)", "\($0)") }
  }

  @Test(
    arguments: [
      ("no change", TestPage(), TestPage(), ""),
      (
        "one fragment", TestPage(), TestPage(items: [("one", "1"), ("two", "<")]),
        "<p id=\"two\">&lt;</p>"
      ),
      (
        "two fragments", TestPage(), TestPage(items: [("one", "3"), ("two", "4")]),
        "<p id=\"one\">3</p><p id=\"two\">4</p>"
      ),
      (
        "the title", TestPage(title: "<Old>"), TestPage(title: "<New>"),
        "<title>&lt;New&gt;</title>"
      ),
      ("markup between fragments", TestPage(line: "other"), TestPage(), main),
      (
        "removed fragment", TestPage(), TestPage(items: [("one", "1")]),
        "<template data-gone=\"two\"></template>"
      ),
      (
        "removed and changed fragments", TestPage(items: rows(1...4)),
        TestPage(items: [("2", "two"), ("4", "4")]),
        "<template data-gone=\"3\"></template><template data-gone=\"1\"></template>"
          + "<p id=\"2\">two</p>"
      ),
      (
        "added fragment before the first", TestPage(items: [("two", "2")]), TestPage(),
        "<template data-before=\"two\"><p id=\"one\">1</p></template>"
      ),
      (
        "added fragments", TestPage(items: rows([1, 4])), TestPage(items: rows(1...6)),
        "<template data-after=\"1\"><p id=\"2\">2</p><p id=\"3\">3</p></template>"
          + "<template data-after=\"4\"><p id=\"5\">5</p><p id=\"6\">6</p></template>"
      ),
      (
        "a full page of which the first and the last differ", TestPage(items: rows(2...5)),
        TestPage(items: rows(1...4)),
        "<template data-gone=\"5\"></template>"
          + "<template data-before=\"2\"><p id=\"1\">1</p></template>"
      ),
      (
        "a fragment that became the first", TestPage(items: rows([1, 2, 3, 4])),
        TestPage(items: rows([4, 1, 2, 3])),
        "<template data-gone=\"4\"></template>"
          + "<template data-before=\"1\"><p id=\"4\">4</p></template>"
      ),
      (
        "an id with markup", TestPage(items: [("\"<>", "1"), ("b", "2")]),
        TestPage(items: [("b", "2")]), "<template data-gone=\"&quot;&lt;&gt;\"></template>"
      ),
      (
        "only other fragments", TestPage(items: rows([3, 4])), TestPage(),
        "<main>line<p id=\"one\">1</p><p id=\"two\">2</p></main>"
      ),
      (
        "no more fragments", TestPage(), TestPage(items: []), "<main>line</main>"
      ),
      (
        "personal fragments are not replaced", TestPage(personal: "mine"),
        TestPage(items: [("one", "9"), ("two", "2")], personal: "theirs"), "<p id=\"one\">9</p>"
      ),
    ] as [(String, TestPage, TestPage, String)])
  func `Changed elements are sent`(name: String, old: TestPage, new: TestPage, expected: String) {
    let patch = PagePatch(from: PageOutline(of: old.rendered()), to: new.rendered())
    #expect(patch == (expected.isEmpty ? .none : .elements(Array(expected.utf8))))
  }

  @Test func `A browser with an unknown version receives the whole content`() {
    let expected = "<title>Title</title>" + Self.main
    #expect(PagePatch(from: nil, to: TestPage().rendered()) == .elements(Array(expected.utf8)))
  }

  @Test func `A page with a different frame is reloaded`() {
    #expect(
      PagePatch(
        from: PageOutline(of: TestPage(frame: "dialog", line: "a").rendered()),
        to: TestPage().rendered()) == .reload)
  }

  @Test func `A personal fragment is never sent to others`() {
    let new = TestPage(personal: "theirs").rendered()
    #expect(PagePatch(from: nil, to: new) == .reload)
    let old = PageOutline(of: TestPage(line: "other").rendered())
    #expect(PagePatch(from: old, to: new) == .reload)
    let without = PageOutline(of: TestPage().rendered())
    #expect(PagePatch(from: without, to: new) == .reload, "it came among others")
  }
}
