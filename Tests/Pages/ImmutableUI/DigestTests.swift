import ImmutableUI
import Testing

@Suite struct DigestTests {
  @Test func `A digest depends on the boundaries of texts`() {
    func digest(_ texts: String...) -> String {
      var digest = Digest()
      for text in texts { digest.update(text) }
      return digest.text
    }
    #expect(digest("ab", "c") != digest("a", "bc"))
    #expect(digest("ab") == digest("ab"))
    #expect(digest().count == 16)
  }

  @Test func `A digest depends on each byte and its position`() {
    // Longer than two steps, with a remainder.
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
}
