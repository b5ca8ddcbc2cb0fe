import Testing

@testable import ImmutableUI

@Suite struct ValueReaderTests {
  private enum Colour: String, CaseIterable { case red, green }

  @Test(arguments: [("a=x", "x"), ("a=", nil), ("", nil), ("b=x", nil)] as [(String, String?)])
  func `A text is read unmodified`(encoded: String, expected: String?) throws {
    var reader = ValueReader(try NamedValues(parsing: encoded.utf8))
    #expect(reader.text("a") == expected)
    try reader.finish()
  }

  @Test func `All errors are reported together`() throws {
    var reader = ValueReader(try NamedValues(parsing: "a=1&a=2&colour=blue".utf8))
    _ = reader.text("a")
    #expect(reader.choice("colour", as: Colour.self) == nil)
    _ = reader.field("missing")
    do throws(MalformedRequest) {
      try reader.finish()
      Issue.record("no error was thrown")
    } catch {
      #expect(
        error.reasons == [
          "“a” is given more than once.",
          "“colour” is “blue”. Use one of: red, green.",
          "The form must contain the field “missing” exactly once.",
        ])
    }
  }

  @Test func `A choice is read`() throws {
    var reader = ValueReader(try NamedValues(parsing: "colour=green".utf8))
    #expect(reader.choice("colour", as: Colour.self) == .green)
    try reader.finish()
  }
}
