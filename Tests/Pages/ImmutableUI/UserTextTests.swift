import Testing

@testable import ImmutableUI

@Suite struct UserTextTests {
  @Test(arguments: [
    ("Red panda", "Red panda"), ("  Red panda\n", "Red panda"), ("x", "x"),
    (#"<b>"O'Reilly" & 日本 🐼"#, #"<b>"O'Reilly" & 日本 🐼"#), ("\u{202E}abc", "\u{202E}abc"),
    (String(repeating: "👩‍👩‍👧‍👦", count: 20), String(repeating: "👩‍👩‍👧‍👦", count: 20)),
    (String(repeating: "e\u{301}", count: 20), String(repeating: "e\u{301}", count: 20)),
  ])
  func `A valid text is accepted`(text: String, expected: String) throws {
    let validated = try UserText.validated(text, maximumLength: 20)
    // Canonically equivalent strings are equal, so compare the scalars.
    #expect(Array(validated.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test(
    arguments: [
      ("", .empty), (" \t\r\n\u{A0}\u{3000}", .empty),
      ("12345678901", .tooLong(count: 11, limit: 10)),
      ("a" + String(repeating: "\u{301}", count: 200), .tooLong(count: 1, limit: 10)),
      ("a\u{0}b", .controlCharacter), ("a\nb", .controlCharacter), ("a\u{7F}", .controlCharacter),
      ("a\u{85}b", .controlCharacter), ("a\u{2028}b", .controlCharacter),
      ("a\u{1B}[31m", .controlCharacter),
    ] as [(String, UserText.ValidationError)])
  func `An invalid text is rejected`(text: String, error: UserText.ValidationError) {
    #expect(throws: error) { try UserText.validated(text, maximumLength: 10) }
  }
}
