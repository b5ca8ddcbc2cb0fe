import Markup
import Testing

@testable import ImmutableUI

@Suite struct WordsTests {
  @Test(arguments: [
    (0, "0 animals"), (1, "1 animal"), (2, "2 animals"), (999, "999 animals"),
    (1000, "1,000 animals"), (2_588_001, "2,588,001 animals"), (-1234, "−1,234 animals"),
    (Int.min, "−9,223,372,036,854,775,808 animals"),
  ])
  func `Counts have a singular and a plural`(count: Int, expected: String) {
    #expect(ImmutableUI.counted(count, "animal", "animals") == expected)
  }

  @Test func `A digest depends on where texts end`() {
    func digest(_ texts: String...) -> String {
      var digest = Digest()
      for text in texts { digest.update(text) }
      return digest.text
    }
    #expect(digest("ab", "c") != digest("a", "bc"))
    #expect(digest("ab") == digest("ab"))
    #expect(digest().count == 16)
  }

  @Test func `A digest depends on each byte and its place`() {
    // Longer than two steps, with a rest.
    let bytes = (0..<45).map { UInt8($0) }
    func digest(_ bytes: [UInt8]) -> String {
      var digest = Digest()
      bytes.withUnsafeBytes { digest.update($0) }
      return digest.text
    }
    var seen: Set = [digest(bytes), digest([]), digest([0]), digest([0, 0])]
    for index in bytes.indices {
      var other = bytes
      other[index] ^= 0x80
      seen.insert(digest(other))
      seen.insert(digest(Array(bytes[..<index] + bytes[(index + 1)...])))
    }
    #expect(seen.count == 4 + 2 * bytes.count)
  }

  @Test func `Field errors are found by field`() {
    enum Field: Hashable, Sendable { case name, diet }
    var errors = FieldErrors<Field>()
    #expect(errors.isEmpty)
    errors.add("Give it a name.", to: .name)
    #expect(errors[.name] == "Give it a name.")
    #expect(errors[.diet] == nil)
  }
}

@Suite struct PhraseTests {
  @Test func `A name is isolated from the words around it`() {
    let phrase = Phrase("Delete ", name: "مرحبا!", "?")
    #expect(phrase.renderedString() == "Delete <bdi>مرحبا!</bdi>?")
    #expect(phrase.text == "Delete مرحبا!?")
  }

  @Test func `A name is text`() {
    #expect(
      Phrase("“", name: "<b>", "” was added.").renderedString()
        == "“<bdi>&lt;b&gt;</bdi>” was added.")
  }

  @Test func `An empty name is not isolated`() {
    #expect(Phrase("Done.").renderedString() == "Done.")
  }
}
