import TestSupport
import Testing

@testable import WebSite

/// The names that the site answers to.
@Suite struct OriginsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var publicOrigins: [String] = []
    var answersToAll = false
    var host: String?
    var isAnswered: Bool
    var testDescription: String { "\(host ?? "none") at \(publicOrigins) \(answersToAll)" }
  }

  @Test(arguments: [
    Row(answersToAll: true, host: "any.example", isAnswered: true),
    Row(answersToAll: true, host: nil, isAnswered: true),
    // Only this machine reaches it: a name that somebody has point here is
    // not one of ours.
    Row(host: "evil.example:8080", isAnswered: false),
    Row(host: "localhost.evil.example", isAnswered: false),
    Row(host: "localhost:8080", isAnswered: true),
    Row(host: "LOCALHOST", isAnswered: true),
    Row(host: "127.0.0.1:8080", isAnswered: true),
    Row(host: "[::1]:8080", isAnswered: true),
    Row(host: "127.0.0.1.evil.example", isAnswered: false),
    Row(host: "", isAnswered: false),
    Row(host: nil, isAnswered: false),
    Row(publicOrigins: ["https://here.example"], host: "here.example", isAnswered: true),
    Row(publicOrigins: ["https://here.example"], host: "Here.Example:443", isAnswered: true),
    Row(publicOrigins: ["https://here.example"], host: "here.example:80", isAnswered: false),
    Row(publicOrigins: ["http://here.example:81"], host: "here.example:81", isAnswered: true),
    Row(publicOrigins: ["http://here.example:81"], host: "here.example", isAnswered: false),
    Row(
      publicOrigins: ["https://here.example"], answersToAll: true, host: "other.example",
      isAnswered: false),
    // For the operator, and for what watches over it.
    Row(
      publicOrigins: ["https://here.example"], answersToAll: true, host: "127.0.0.1:8080",
      isAnswered: true),
  ])
  func `The site answers to its own hosts`(_ row: Row) {
    let origins = Origins(
      publicOrigins: row.publicOrigins.compactMap(Origins.Origin.init),
      answersToAll: row.answersToAll)
    #expect(origins.answer(to: row.host) == row.isAnswered)
  }

  @Test(arguments: [
    "", "here.example", "ftp://here.example", "https://", "https://here.example/path",
    "https://here.example:", "https://here.example:x", "https://here.example:123456",
    "https://a b", "https://user@here.example", "https://[::1", "https://here.example?q",
  ])
  func `A malformed origin is refused`(text: String) {
    #expect(Origins.Origin(text) == nil)
  }

  @Test(arguments: [
    ("https://here.example", "https://here.example:443/"),
    ("HTTP://Here.Example:80", "http://here.example"),
    ("http://[::1]:80", "http://[::1]"),
  ])
  func `Equal origins are equal in any spelling`(one: String, other: String) {
    #expect(Origins.Origin(one) != nil)
    #expect(Origins.Origin(one) == Origins.Origin(other))
  }

  @Test func `An Origin field with a trailing slash is refused`() {
    let origins = Origins(publicOrigins: ["https://here.example"].compactMap(Origins.Origin.init))
    #expect(origins.contain("https://here.example", at: nil))
    #expect(!origins.contain("https://here.example/", at: nil))
  }

  @Test func `Another host gets no page`() async throws {
    let access = Access(origins: Origins(answersToAll: false))
    try await withSite(TestSite(access: access)) { site in
      // The second time it would come from what is kept.
      for _ in 0..<2 {
        #expect(try await site.get("/animals").status == 200)
        let client = try SocketClient(port: site.port)
        try await client.send("GET /animals HTTP/1.1\r\nHost: evil.example\r\n\r\n")
        let response = try await client.receiveResponse()
        #expect(response.status == 421)
        #expect(!response.text.contains("Mammal"))
      }
    }
  }
}
