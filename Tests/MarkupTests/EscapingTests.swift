import Markup
import Testing

/// The one rule for text and attributes, byte by byte.
struct EscapingTests {
  private static let references: [UInt8: String] = [
    0x0D: "&#13;", 0x22: "&quot;", 0x26: "&amp;", 0x27: "&#39;", 0x3C: "&lt;", 0x3E: "&gt;",
  ]

  @Test(arguments: UInt8(0)...0x7F)
  func `Each byte of ASCII is escaped or kept`(byte: UInt8) {
    let character = String(UnicodeScalar(byte))
    let expected = Self.references[byte] ?? character
    #expect(escaped(character) == expected)
    // At the start, in the middle and at the end of a run; twice in a row.
    #expect(escaped(character + "a") == expected + "a")
    #expect(escaped("a" + character + "b") == "a" + expected + "b")
    #expect(escaped("a" + character) == "a" + expected)
    #expect(escaped(character + character) == expected + expected)
  }

  @Test func `Unicode beyond ASCII is kept byte for byte`() {
    var scalars = String.UnicodeScalarView()
    // Beyond the first plane, every 61st value has all bytes in all places.
    for value in Array(0x80...0xFFFF) + stride(from: UInt32(0x10000), through: 0x10FFFF, by: 61) {
      guard let scalar = UnicodeScalar(value) else { continue }
      scalars.append(scalar)
    }
    let text = String(scalars)
    #expect(Text(text).rendered().withUnsafeBytes { $0.elementsEqual(text.utf8) })
  }

  @Test func `A character that starts with an escaped byte is escaped`() {
    // One character to Swift, but still a less-than sign to a parser.
    #expect(escaped("<\u{301}").utf8.elementsEqual("&lt;\u{301}".utf8))
    #expect(escaped("\r\n") == "&#13;\n")
  }

  @Test func `Attributes follow the same rule`() {
    let all = String(String.UnicodeScalarView((UInt8(0)...0x7F).map { UnicodeScalar($0) }))
    expectHTML("<p id=\"\(escaped(all))\"></p>") { p {}.id(all) }
  }

  private func escaped(_ text: String) -> String {
    Text(text).renderedString()
  }
}
