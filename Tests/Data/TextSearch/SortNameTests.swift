import TestSupport
import Testing
import TextSearch

@Suite struct SortNameTests {
  /// Each row is sorted.
  @Test(
    arguments: [
      // Case and accents are only tie breakers.
      ["ape", "Bear", "cat", "Dog"],
      ["Élan vital", "Eland", "elk", "Émeu"],
      ["Cat", "cat", "cat "],
      ["Strasse", "Straße", "Strauß"],
      // Width is ignored.
      ["Ａardvark", "Badger", "Ｃat"],
      // Numbers are ordered by value.
      ["Zone 9", "Zone 10", "Zone 100"],
      ["1st", "2nd", "10th", "11th"],
      ["Zone 0", "Zone 1", "Zone 2"],
      ["v1.2.9", "v1.2.10", "v1.10.1"],
      ["Zone 1a", "Zone 1b", "Zone 2", "Zone 10a"],
      ["Zone", "Zone 1", "Zone a"],
      // Numbers sort like digits: after punctuation, before letters.
      ["!", "5", "a"],
      // Leading zeros are only tie breakers.
      ["Zone 007", "Zone 7", "Zone 08", "Zone 9", "Zone 010", "Zone 10"],
      ["Zone 0", "Zone 00", "Zone 000", "Zone 1"],
      ["Zone 01 b", "Zone 1 c", "Zone 001 d"],
      // Digits of all scripts are recognised.
      ["Zone ٣", "Zone 4", "Zone १०", "Zone 11"],
      ["Zone ９", "Zone １０"],
      // Ideographs for numbers are not digits.
      ["一角", "万歳", "三毛"],
      // A space sorts before letters.
      ["Sea lion", "Seahorse"],
      // Other scripts are in the order of Unicode.
      ["Zebra", "Ящерица", "שפן", "غزال", "ネコ", "🐈"],
      ["", " ", "a"],
      ["🐈", "🐕"],
    ])
  func `Names are sorted`(_ names: [String]) {
    for (index, name) in names.enumerated() {
      for later in names[(index + 1)...] {
        #expect(SortName(name) < SortName(later), "“\(name)” comes before “\(later)”")
        #expect(!(SortName(later) < SortName(name)), "“\(later)” comes after “\(name)”")
      }
    }
  }

  @Test(arguments: [1, 9, 10, 99, 100, 999, 1000, 1001, 9000, 10_000, 100_000])
  func `Numbers with more digits are larger`(_ digits: Int) {
    let nines = SortName("Zone " + String(repeating: "9", count: digits) + " z")
    let power = SortName("Zone 1" + String(repeating: "0", count: digits) + " a")
    #expect(nines < power)
    #expect(!(power < nines))
    #expect(SortName("Zone 2 z") < power)
  }

  @Test func `Leading zeros are not significant`() {
    let zeros = String(repeating: "0", count: 10_000)
    #expect(SortName("Zone \(zeros)1") < SortName("Zone 2"))
    #expect(SortName("Zone 1") < SortName("Zone \(zeros)2"))
    #expect(SortName(zeros) < SortName("1"))
  }

  /// Equality is that of `String`, by canonical equivalence.
  @Test(
    arguments: [
      ("é", "e\u{301}", true), ("", "", true), ("a", "A", false), ("7", "07", false),
      ("0", "00", false), ("٣", "3", false), ("ﬁ", "fi", false), ("é", "e", false),
    ])
  func `Equal sort names have equal names`(_ left: String, _ right: String, _ areEqual: Bool) {
    let (left, right) = (SortName(left), SortName(right))
    #expect((left == right) == areEqual)
    #expect((left < right || right < left) != areEqual)
    if areEqual { #expect(left.hashValue == right.hashValue) }
  }

  /// For each pair of sorted names, exactly one of <, = and > holds, consistent
  /// with the order: a strict total order.
  @Test func `The order is total`() {
    var random = SeededGenerator(seed: 20_240_229)
    let pieces = [
      "0", "00", "1", "01", "9", "10", "010", "099", "100", "٣", "۱", "９", "²", "½", "①", "一",
      "a", "A", "á", "a\u{301}", "\u{301}", "ß", "ss", "ﬁ", "fi", "İ", "i", " ", "-", ".",
      "\u{200D}",
      "🐈", "9️⃣", "שָׁ", "كِ", "ｶﾞ", "\u{FE0F}", "\u{1}", "가", "가",
    ]
    let names = (0..<250).map { _ in
      (0..<Int.random(in: 0...4, using: &random))
        .compactMap { _ in pieces.randomElement(using: &random) }.joined()
    }
    let sorted = names.map { (key: SortName($0), name: $0) }.sorted { $0.key < $1.key }
    var wrong: [String] = []
    for (index, left) in sorted.enumerated() {
      if left.key < left.key { wrong.append("“\(left.name)” comes before itself") }
      for right in sorted[(index + 1)...] {
        let isBefore = left.key < right.key
        let isAfter = right.key < left.key
        if isAfter || isBefore == (left.name == right.name) {
          wrong.append("“\(left.name)” and “\(right.name)”")
        }
      }
    }
    #expect(wrong == [])
  }
}
