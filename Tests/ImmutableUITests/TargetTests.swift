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
    "/..%5C%CC%81a", "/?a=%FF", "/?%00=a",
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
