import Testing

@testable import ImmutableUI

/// The events that bring a browser from one version of a page to another.
@Suite struct PagePatchTests {
  private static let main =
    "<main>line<p id=\"one\">1</p><p id=\"two\">2</p></main>"

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
        "<main>line<p id=\"one\">1</p></main>"
      ),
      (
        "added fragment", TestPage(items: [("two", "2")]), TestPage(), main
      ),
      ("different order", TestPage(items: [("two", "2"), ("one", "1")]), TestPage(), main),
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
  }
}
