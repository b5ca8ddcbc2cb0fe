import Testing

@testable import ImmutableUI

@Suite struct TargetTests {
  @Test(arguments: [
    ("/", []),
    ("/animals", ["animals"]),
    ("/animals/", ["animals", ""]),
    ("//", ["", ""]),
    ("/a/b/c", ["a", "b", "c"]),
    ("/%41%6e", ["An"]),
    ("/a+b", ["a+b"]),
    ("/%E6%97%A5", ["日"]),
    ("/a%3Fb", ["a?b"]),
    ("/%2541", ["%41"]),
    ("/...", ["..."]),
  ])
  func `The path is split and decoded`(raw: String, expected: [String]) throws {
    #expect(try Target(parsing: raw).path == expected)
  }

  @Test(arguments: [
    "", "animals", "?a=b", "/%", "/%4", "/%zz", "/%00", "/a%00b", "/%FF", "/%C0%AF", "/%ED%A0%80",
    "/.", "/..", "/a/../b", "/%2e%2e/a", "/a%2Fb", "/a%5Cb", "/a\\b", "/a%2F%CC%81b",
    "/..%5C%CC%81a",
  ])
  func `A malformed target is rejected`(raw: String) {
    #expect(throws: MalformedRequest.self) { try Target(parsing: raw) }
  }

  @Test(arguments: [
    ("/?a=b", "a", ["b"]),
    ("/?a=b&a=c", "a", ["b", "c"]),
    ("/?a", "a", [""]),
    ("/?a=", "a", [""]),
    ("/?a=b=c", "a", ["b=c"]),
    ("/?a=b+c%2B", "a", ["b c+"]),
    ("/?a=?", "a", ["?"]),
    ("/?&&a=b&", "a", ["b"]),
    ("/?%61=b", "a", ["b"]),
    ("/?b=a", "a", []),
    ("/?a=%F0%9F%90%BC", "a", ["🐼"]),
    ("/?a=b;c", "a", ["b;c"]),
  ])
  func `The query is split and decoded`(raw: String, name: String, values: [String]) throws {
    #expect(try Target(parsing: raw).query.values(of: name) == values)
  }

  @Test(arguments: ["a=%FF", "a=%00", "b=1&a=%E9", "a=%4"])
  func `A query item that is not valid text matters only if it is read`(query: String) throws {
    let target = try Target(parsing: "/?\(query)&%FF=c&c=1")
    #expect(target.query.values(of: "a") == [])
    #expect(target.query.values(of: "c") == ["1"])
    var other = ValueReader(target.query)
    #expect(other.text("c") == "1")
    try other.finish()
    #expect(throws: MalformedRequest("“a” is not encoded as UTF-8.")) {
      var reader = ValueReader(target.query)
      _ = reader.text("a")
      try reader.finish()
    }
    #expect(throws: NamedValues.ParseError.undecodable) {
      try NamedValues(parsing: query.utf8)
    }
  }

  @Test func `The number of query items is limited`() throws {
    let hundred = "/?" + Array(repeating: "a=b", count: 100).joined(separator: "&")
    #expect(try Target(parsing: hundred).query.values(of: "a").count == 100)
    #expect(throws: MalformedRequest.self) { try Target(parsing: hundred + "&a=b") }
  }

  @Test func `Random bytes neither crash nor hang`() {
    var random = SystemRandomNumberGenerator()
    let alphabet = Array("/?&=%+.\\0aZ\u{7f}é".utf8)
    for _ in 1...5000 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      _ = try? Target(parsing: String(decoding: bytes, as: UTF8.self))
      _ = try? NamedValues(parsing: bytes)
    }
  }
}
