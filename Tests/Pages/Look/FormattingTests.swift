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

  @Test(
    arguments: [
      (DoneAmount(bytes: 3_210_000, of: 8_000_000), "3.2 of 8.0 MB", 0.401_25),
      (DoneAmount(bytes: 49_999, of: 1_234_567_890), "0.0 of 1,234.6 MB", 0.000_04),
      (DoneAmount(bytes: 9_960_000, of: nil), "10.0 MB", nil),
      (DoneAmount(bytes: 1, of: 0), "0.0 of 0.0 MB", nil),
      (DoneAmount(1_200, of: 5_000, "rows"), "1,200 of 5,000 rows", 0.24),
      (DoneAmount(6, of: 5, "rows"), "6 of 5 rows", 1),
    ] as [(DoneAmount, String, Double?)])
  func `What is done is shown in numbers`(amount: DoneAmount, text: String, share: Double?) {
    #expect(amount.text == text)
    #expect((amount.share == nil) == (share == nil))
    #expect(abs((amount.share ?? 0) - (share ?? 0)) < 0.000_01)
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
