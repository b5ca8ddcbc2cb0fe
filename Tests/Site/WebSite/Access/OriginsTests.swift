import TestSupport
import Testing

@testable import WebSite

/// The hosts that the site accepts.
@Suite struct OriginsTests {
  struct Row: CustomTestStringConvertible, Sendable {
    var publicOrigins: [String] = []
    var acceptsAnyHost = false
    var host: String?
    var isAccepted: Bool
    var testDescription: String { "\(host ?? "none") at \(publicOrigins) \(acceptsAnyHost)" }
  }

  @Test(arguments: [
    Row(acceptsAnyHost: true, host: "any.example", isAccepted: true),
    Row(acceptsAnyHost: true, host: nil, isAccepted: true),
    // DNS rebinding: only this machine reaches the site, but another site may
    // resolve its name to this machine.
    Row(host: "evil.example:8080", isAccepted: false),
    Row(host: "localhost.evil.example", isAccepted: false),
    Row(host: "localhost:8080", isAccepted: true),
    Row(host: "LOCALHOST", isAccepted: true),
    Row(host: "127.0.0.1:8080", isAccepted: true),
    Row(host: "[::1]:8080", isAccepted: true),
    Row(host: "127.0.0.1.evil.example", isAccepted: false),
    Row(host: "", isAccepted: false),
    Row(host: nil, isAccepted: false),
    Row(publicOrigins: ["https://here.example"], host: "here.example", isAccepted: true),
    Row(publicOrigins: ["https://here.example"], host: "Here.Example:443", isAccepted: true),
    Row(publicOrigins: ["https://here.example"], host: "here.example:80", isAccepted: false),
    Row(publicOrigins: ["http://here.example:81"], host: "here.example:81", isAccepted: true),
    Row(publicOrigins: ["http://here.example:81"], host: "here.example", isAccepted: false),
    Row(
      publicOrigins: ["https://here.example"], acceptsAnyHost: true, host: "other.example",
      isAccepted: false),
    // For the operator, and for monitoring.
    Row(
      publicOrigins: ["https://here.example"], acceptsAnyHost: true, host: "127.0.0.1:8080",
      isAccepted: true),
  ])
  func `The site accepts its own hosts`(_ row: Row) {
    let origins = Origins(
      publicOrigins: row.publicOrigins.compactMap(Origins.Origin.init),
      acceptsAnyHost: row.acceptsAnyHost)
    #expect(origins.acceptsHost(row.host) == row.isAccepted)
  }

  @Test(arguments: [
    "", "here.example", "ftp://here.example", "https://", "https://here.example/path",
    "https://here.example:", "https://here.example:x", "https://here.example:123456",
    "https://a b", "https://user@here.example", "https://[::1", "https://here.example?q",
  ])
  func `A malformed origin is rejected`(text: String) {
    #expect(Origins.Origin(text) == nil)
  }

  @Test(arguments: [
    ("https://here.example", "https://here.example:443/"),
    ("HTTP://Here.Example:80", "http://here.example"),
    ("http://[::1]:80", "http://[::1]"),
  ])
  func `Equivalent spellings of an origin are equal`(one: String, other: String) {
    #expect(Origins.Origin(one) != nil)
    #expect(Origins.Origin(one) == Origins.Origin(other))
  }

  @Test func `An Origin field with a trailing slash is rejected`() {
    let origins = Origins(publicOrigins: ["https://here.example"].compactMap(Origins.Origin.init))
    #expect(origins.contains("https://here.example", at: nil))
    #expect(!origins.contains("https://here.example/", at: nil))
  }

  @Test func `Another host gets no page`() async throws {
    try await withSite { site in
      // The second request would be served from the cache.
      for _ in 0..<2 {
        #expect(try await site.get("/animals").status == 200)
        let response = try await site.get("/animals", host: "evil.example")
        #expect(response.status == 421)
        #expect(!response.text.contains("Mammal"))
      }
    }
  }
}
