import Markup
import Testing

/// The escaping of text and attributes, byte by byte.
struct EscapingTests {
  private static let references: [UInt8: String] = [
    0x0D: "&#13;", 0x22: "&quot;", 0x26: "&amp;", 0x27: "&#39;", 0x3C: "&lt;", 0x3E: "&gt;",
  ]

  @Test(arguments: UInt8(0)...0x7F)
  func `Only special ASCII characters are escaped`(byte: UInt8) {
    let character = String(UnicodeScalar(byte))
    let expected = Self.references[byte] ?? character
    #expect(escaped(character) == expected)
    // At the start, in the middle and at the end of a run; twice in a row.
    #expect(escaped(character + "a") == expected + "a")
    #expect(escaped("a" + character + "b") == "a" + expected + "b")
    #expect(escaped("a" + character) == "a" + expected)
    #expect(escaped(character + character) == expected + expected)
  }

  @Test func `Non-ASCII text is unchanged`() {
    var scalars = String.UnicodeScalarView()
    // Beyond the first plane, every 61st scalar covers all bytes in all positions.
    for value in Array(0x80...0xFFFF) + stride(from: UInt32(0x10000), through: 0x10FFFF, by: 61) {
      guard let scalar = UnicodeScalar(value) else { continue }
      scalars.append(scalar)
    }
    let text = String(scalars)
    #expect(Text(text).rendered().withUnsafeBytes { $0.elementsEqual(text.utf8) })
  }

  @Test func `A character that starts with an escaped byte is escaped`() {
    // A single character in Swift, but a less-than sign for a parser.
    #expect(escaped("<\u{301}").utf8.elementsEqual("&lt;\u{301}".utf8))
    #expect(escaped("\r\n") == "&#13;\n")
  }

  @Test func `Attributes are escaped like text`() {
    let all = String(String.UnicodeScalarView((UInt8(0)...0x7F).map { UnicodeScalar($0) }))
    expectHTML("<p id=\"\(escaped(all))\"></p>") { p {}.id(all) }
  }

  private func escaped(_ text: String) -> String {
    Text(text).renderedString()
  }
}
