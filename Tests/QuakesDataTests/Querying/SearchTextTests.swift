import Testing

@testable import QuakesData

@Suite struct SearchTextTests {
  @Test(
    arguments: [
      ("", ""), ("Fiji", "fiji"), ("AZ az 09 []", "az az 09 []"), ("San José", "san jose"),
      ("Jose\u{301}", "jose"), ("Pāhala", "pahala"), ("Kuril’sk", "kuril'sk"),
      ("‘ʻʼ’", "''''"), ("ＴＯＮＧＡ", "tonga"), ("a\nb\0c", "a b c"), ("é\né\0é", "e e e"),
      ("ÅÉÎÕÜ Ñç", "aeiou nc"), ("東京", "東京"),
    ])
  func `Text is folded`(_ text: String, _ folded: String) {
    #expect(String(decoding: SearchText.folded(text), as: UTF8.self) == folded)
  }

  /// What is all ASCII takes a way of its own, which leads to the same.
  @Test func `Both ways of folding agree`() {
    for scalar in UInt8(0)...127 {
      let text = String(UnicodeScalar(scalar))
      let alone = SearchText.folded(text)
      let beside = SearchText.folded(text + "é")
      #expect(alone + Array("e".utf8) == beside, "\(scalar)")
    }
  }
}
