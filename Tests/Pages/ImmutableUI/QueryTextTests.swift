import Testing

@testable import ImmutableUI

@Suite struct QueryTextTests {
  private static func text(_ part: String, _ count: Int) -> String {
    String(repeating: part, count: count)
  }

  @Test(arguments: [
    ("", false), (text("a", 200), false), (text("a", 201), true),
    (text("é", 100), false), (text("é", 101), true),
    (text("日", 66), false), (text("日", 67), true), (text("🐼", 50), false), (text("🐼", 51), true),
    // One character, which searching folds to the letter.
    ("e" + text("\u{301}", 99), false), ("e" + text("\u{301}", 100), true),
    ("e" + text("\u{301}", 2_900), true),
    // Spaces count.
    (text(" ", 201), true),
  ])
  func `A text has at most 200 bytes`(text: String, isTooLong: Bool) throws {
    #expect(QueryText.isTooLong(text) == isTooLong)
    var reader = ValueReader(try NamedValues(parsing: "q=\(text)".utf8))
    #expect(reader.queryText("q") == (isTooLong || text.isEmpty ? nil : text))
    do throws(MalformedRequest) {
      try reader.finish()
      #expect(!isTooLong)
    } catch {
      #expect(error.reasons == (isTooLong ? [QueryText.tooLongMessage(for: "q")] : []))
    }
  }

  @Test(arguments: [
    ("", 5, ""), ("abc", 5, "abc"), ("abcdef", 5, "abcde"), ("ééé", 5, "éé"), ("日本", 5, "日"),
    ("🐼🐼", 5, "🐼"), ("e\u{301}\u{301}\u{301}", 5, "e\u{301}\u{301}"), ("abc", 0, ""),
  ])
  func `A prefix has at most the given number of bytes`(text: String, limit: Int, prefix: String) {
    #expect(Array(text.prefix(bytes: limit).utf8) == Array(prefix.utf8))
  }

  @Test func `An invalid choice is not repeated in full`() throws {
    enum Colour: String, CaseIterable { case red }
    var reader = ValueReader(
      try NamedValues(parsing: "colour=\(Self.text("x", 5_000))".utf8))
    #expect(reader.choice("colour", as: Colour.self) == nil)
    do throws(MalformedRequest) {
      try reader.finish()
      Issue.record("no error was thrown")
    } catch {
      #expect(error.reasons == ["“colour” is “\(Self.text("x", 60))”. Use one of: red."])
    }
  }
}
