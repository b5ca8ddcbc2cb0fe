import ImmutableUI
import Testing

/// Forms with files, as browsers send them.
@Suite struct MultipartTests {
  private static func body(_ parts: [(head: String, content: [UInt8])]) -> [UInt8] {
    parts.flatMap { Array("--b\r\n\($0.head)\r\n\r\n".utf8) + $0.content + Array("\r\n".utf8) }
      + Array("--b--\r\n".utf8)
  }

  private static let file =
    "Content-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\nContent-Type: text/csv"

  @Test(
    arguments: [
      "a,b\r\n1,2\r\n", "", "\r\n", "\r\n-b", "\r\r\n\n", "日本 🌱", "\0", "\r\n\r\n",
    ])
  func `The content of a file is its value`(_ content: String) throws {
    let values = try NamedValues(
      parsingMultipart: Self.body([
        ("Content-Disposition: form-data; name=\"operation\"", Array("7".utf8)),
        (Self.file, Array(content.utf8)),
      ]), boundary: "b")
    #expect(values.values(of: "file") == [content])
    #expect(values.values(of: "operation") == ["7"])
  }

  @Test func `A file that is not text is noted`() throws {
    let values = try NamedValues(
      parsingMultipart: Self.body([(Self.file, [0xFF, 0xFE, 0x41, 0x00])]), boundary: "b")
    #expect(values.isUndecodable("file"))
    #expect(values.values(of: "file") == [])
  }

  /// Texts, and the reason why they are no form.
  @Test(
    arguments: [
      ("", .undecodable), ("--b", .undecodable), ("--b\r\n", .undecodable),
      ("--b\r\n\r\nx\r\n--b--", .undecodable), ("--c\r\n\r\nx\r\n--c--", .undecodable),
      ("--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", .undecodable),
      ("--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\nx\r\n--b--", .undecodable),
      ("--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", .undecodable),
      ("--b\r\n--b--", .undecodable),
    ] as [(String, NamedValues.ParseError)])
  func `A damaged form is refused`(_ text: String, _ error: NamedValues.ParseError) {
    #expect(throws: error) {
      try NamedValues(parsingMultipart: Array(text.utf8), boundary: "b")
    }
  }

  @Test func `The number of parts is bounded`() {
    let part = ("Content-Disposition: form-data; name=\"a\"", Array("x".utf8))
    let body = Self.body(Array(repeating: part, count: 11))
    #expect(throws: NamedValues.ParseError.tooMany(limit: 10)) {
      try NamedValues(parsingMultipart: body, boundary: "b", limit: 10)
    }
    #expect(throws: Never.self) {
      try NamedValues(parsingMultipart: body, boundary: "b", limit: 11)
    }
  }
}
