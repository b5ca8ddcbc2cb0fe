import Look
import Markup
import Testing

@Suite struct FormattingTests {
  @Test(arguments: [
    (0, "0 animals"), (1, "1 animal"), (2, "2 animals"), (999, "999 animals"),
    (1000, "1,000 animals"), (2_588_001, "2,588,001 animals"), (-1234, "−1,234 animals"),
    (Int.min, "−9,223,372,036,854,775,808 animals"),
  ])
  func `A count has a singular and a plural`(count: Int, expected: String) {
    #expect(Look.counted(count, "animal", "animals") == expected)
  }

  @Test(arguments: [
    ("", "", 0), ("", "beagle", 6), ("beagle", "beagle", 0), ("beagel", "beagle", 2),
    ("bagle", "beagle", 1), ("poodle", "beagle", 4),
  ])
  func `The edit distance counts insertions, deletions and replacements`(
    first: String, second: String, expected: Int
  ) {
    #expect(editDistance(from: first, to: second) == expected)
    #expect(editDistance(from: second, to: first) == expected)
  }
}

@Suite struct PhraseTests {
  @Test func `A name is isolated from the surrounding text`() {
    let phrase = Phrase("Delete ", name: "مرحبا!", "?")
    #expect(phrase.renderedString() == "Delete <bdi>مرحبا!</bdi>?")
    #expect(phrase.text == "Delete مرحبا!?")
  }

  @Test func `A name is escaped`() {
    #expect(
      Phrase("“", name: "<b>", "” was added.").renderedString()
        == "“<bdi>&lt;b&gt;</bdi>” was added.")
  }

  @Test func `An empty name is not isolated`() {
    #expect(Phrase("Done.").renderedString() == "Done.")
  }
}
