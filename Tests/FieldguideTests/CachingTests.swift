import TestSupport
import Testing

@testable import FieldguideSite

/// What browsers may keep.
@Suite struct CachingTests {
  @Test func `a page is asked about, and not sent again`() async throws {
    try await withSite(TestSite()) { site in
      let first = try await site.get("/animals?category=Mammal")
      let tag = try #require(first["etag"])
      #expect(first["cache-control"] == "no-cache")
      for condition in [tag, "W/\(tag)", "*", "\"other\", \(tag)"] {
        let again = try await site.get(
          "/animals?category=Mammal", fields: ["If-None-Match: \(condition)"])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again["etag"] == tag)
      }
      let other = try await site.get(
        "/animals?category=Mammal", fields: ["If-None-Match: \"other\""])
      #expect(other.status == 200)
    }
  }

  @Test func `a change gives a page another tag`() async throws {
    try await withSite(TestSite()) { site in
      let before = try await site.get("/animals?category=Mammal")
      _ = try await site.post(
        "/animals/animalEditor/onTapAddAnimalButton",
        ["id": "a", "name": "Red panda", "diet": "Omnivore", "categoryId": "Mammal"])
      let after = try await site.get(
        "/animals?category=Mammal", fields: ["If-None-Match: \(before["etag"] ?? "")"])
      #expect(after.status == 200)
      #expect(after["etag"] != before["etag"])
    }
  }

  @Test func `a file is kept for good under the name of its content`() async throws {
    try await withSite(TestSite()) { site in
      let page = try await site.get("/")
      let match = try #require(
        try Regex(#"href="(/static/fieldguide\.[0-9a-f]{16}\.css)""#).firstMatch(in: page.text))
      let href = try #require(match.output[1].substring.map(String.init))
      let file = try await site.get(href)
      #expect(file.status == 200)
      #expect(file["content-type"] == "text/css; charset=utf-8")
      #expect(file["cache-control"] == "public, max-age=31536000, immutable")
      #expect(file.text.contains("--paper"))
      let again = try await site.get(href, fields: ["If-None-Match: \(file["etag"] ?? "")"])
      #expect(again.status == 304)
    }
  }
}
