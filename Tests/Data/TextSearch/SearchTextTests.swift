import Testing
import TextSearch

@Suite struct SearchTextTests {
  @Test(
    arguments: [
      ("", ""), ("Fiji", "fiji"), ("AZ az 09 []", "az az 09 []"), ("San José", "san jose"),
      ("Jose\u{301}", "jose"), ("Pāhala", "pahala"), ("Kuril’sk", "kuril'sk"),
      ("‘ʻʼ’", "''''"), ("ＴＯＮＧＡ", "tonga"), ("a\nb\0c", "a b c"), ("é\né\0é", "e e e"),
      ("ÅÉÎÕÜ Ñç", "aeiou nc"), ("東京", "東京"), ("Straße STRAẞE", "strasse strasse"),
    ])
  func `Text is folded`(_ text: String, _ folded: String) {
    #expect(String(decoding: SearchText(text).bytes, as: UTF8.self) == folded)
  }

  @Test func `The fast path for ASCII folds as the general path`() {
    for scalar in UInt8(0)...127 {
      let text = String(UnicodeScalar(scalar))
      let alone = SearchText(text).bytes
      let combined = SearchText(text + "é").bytes
      #expect(alone + Array("e".utf8) == combined, "\(scalar)")
    }
  }

  @Test(arguments: [
    ("Résumé", "resume", true), ("Resume", "RÉSUMÉ", true), ("Straße", "STRASSE", true),
    ("STRASSE", "straße", true), ("Ångström", "angstrom", true), ("ＡＢＣ", "abc", true),
    ("日本", "本", true), ("a b", " ", true), ("ab", " ", false), ("a  b", "a b", false),
    ("qui sunt", " qui", false), ("ab qui", " qui", true), ("ab", "abc", false),
    ("", "a", false), ("a", "", true), ("", "", true), ("Kuril’sk", "l's", true),
    ("aab", "ab", true), ("x%y_z", "%", true), ("xy", "%", false),
    ("🐼🐻", "🐻", true), ("İstanbul", "istanbul", true),
  ])
  func `Case and accents are ignored and blanks are not`(
    title: String, query: String, isFound: Bool
  ) {
    #expect(SearchText(title).contains(SearchText(query)) == isFound)
  }

  /// Long texts are searched sixteen bytes at a time, so each offset is tried.
  @Test(arguments: ["a", "ab", "aba", "abcabcabd", "ababababababababc"], 0..<40)
  func `A text is found at every offset`(word: String, offset: Int) {
    let text = SearchText(String(repeating: "b", count: offset) + word + "a".prefix(offset % 2))
    let found = text.bytes.withUnsafeBufferPointer { bytes in
      (0...offset + 1).map { SearchText(word).offset(in: bytes, from: $0) }
    }
    let characters = Array(String(decoding: text.bytes, as: UTF8.self))
    let expected = (0...offset + 1).map { start in
      (start..<characters.count).first { characters[$0...].starts(with: word) }
    }
    #expect(found == expected)
  }

  @Test(arguments: [
    ("12 km N of Mojave, CA", true), ("CA", true), ("Port Antonio, Jamaica", false),
    ("Caracas, CA", true), ("cascade california", false), ("ca-ca", true), ("cacaca ca9", false),
    ("", false),
  ])
  func `A whole word has no letters or digits beside it`(text: String, isFound: Bool) {
    #expect(SearchTerm([.word("CA")]).matches(SearchText(text)) == isFound)
  }
}
