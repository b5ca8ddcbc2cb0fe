import Look
import Markup
import Testing

@Suite struct PagerTests {
  @Test(
    arguments: [
      (1, 0, nil), (1, 100, nil), (1, 101, Pagination(range: "1 to 100", previous: nil, next: 2)),
      (2, 101, Pagination(range: "101 to 101", previous: 1, next: nil)),
      (50, 5_000, Pagination(range: "4,901 to 5,000", previous: 49, next: nil)),
      (7, 5_000, Pagination(range: "601 to 700", previous: 6, next: 8)),
      (3, 101, nil), (0, 101, nil), (.max, 101, nil), (.min, 101, nil),
    ] as [(Int, Int, Pagination?)])
  func `Only a list of several pages is paginated`(
    page: Int, count: Int, expected: Pagination?
  ) {
    #expect(Pagination(page: page, count: count, length: 100) == expected)
  }

  @Test func `Links to missing pages are left out`() {
    let middle = Pager(range: "2 to 3", previous: Href(path: ["1"]), next: Href(path: ["3"]))
    #expect(
      middle.renderedString() == """
        <nav class="pages" aria-label="Pagination">\
        <a class="button" href="/1" rel="prev">Previous</a><span>2 to 3</span>\
        <a class="button" href="/3" rel="next">Next</a></nav>
        """)
    let alone = Pager(range: "1 to 2", previous: nil, next: nil)
    #expect(!alone.renderedString().contains("<a"))
  }
}
