import AnimalsData
import Foundation
import ImmutableData
import Markup
import TestSupport
import Testing

@testable import FieldguideSite

/// What browsers may keep.
@Suite struct CachingTests {
  @Test func `A conditional request for a page returns 304`() async throws {
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
      for condition in ["\"other\"", "\"o,*,r\""] {
        let other = try await site.get(
          "/animals?category=Mammal", fields: ["If-None-Match: \(condition)"])
        #expect(other.status == 200)
      }
    }
  }

  @Test func `A change gives the page another ETag`() async throws {
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

  @Test func `A compressed page has an ETag of its own`() async throws {
    try await withSite(TestSite()) { site in
      let plain = try await site.get("/animals")
      // The first time it takes the long way, later the short one.
      for _ in 1...3 {
        let packed = try await site.get("/animals", fields: ["Accept-Encoding: gzip"])
        #expect(packed["content-encoding"] == "gzip")
        #expect(packed.body.count < plain.body.count / 2)
        #expect(packed["vary"] == "Accept-Encoding")
        let tag = try #require(packed["etag"])
        #expect(tag != plain["etag"])
        let again = try await site.get(
          "/animals", fields: ["Accept-Encoding: gzip", "If-None-Match: \(tag)"])
        #expect(again.status == 304)
        #expect(again["etag"] == tag)
        #expect(again["vary"] == "Accept-Encoding")
        #expect(again["content-encoding"] == nil)
        // Another form of it is not the one he has.
        let other = try await site.get("/animals", fields: ["If-None-Match: \(tag)"])
        #expect(other.status == 200)
        #expect(other["content-encoding"] == nil)
        #expect(other["vary"] == "Accept-Encoding")
      }
    }
  }

  @Test func `Errors and pages for one visitor are not cached`() async throws {
    try await withSite(TestSite()) { site in
      for (target, status, cacheControl) in [
        ("/animals?category=Mammal&notice=added", 200, "private, no-cache"),
        ("/animals?category=Mammal&sheet=add", 200, "private, no-cache"),
        ("/animals?category=Unicorn", 404, "no-store"),
        ("/quakes?date=any&min=much", 400, "no-store"),
      ] {
        let before = site.pages.counts.entries
        let page = try await site.get(target)
        #expect(page.status == status)
        #expect(page["cache-control"] == cacheControl)
        #expect(page["etag"] == nil)
        #expect(site.pages.counts.entries == before)
      }
    }
  }

  @Test func `A page is rendered again after a change that concerns it`() async throws {
    try await withSite(TestSite()) { site in
      for _ in 1...5 { _ = try await site.get("/animals?category=Mammal") }
      var counts = site.pages.counts
      #expect(counts.misses == 1)
      #expect(counts.hits == 4)
      // It happens in the same store, and concerns another page only.
      try await site.store.dispatch(action: .ui(.categoryList(.onAppear)))
      let before = try await site.get("/animals?category=Mammal")
      counts = site.pages.counts
      #expect(counts.misses == 1)
      #expect(counts.revalidations == 1)
      _ = try await site.post(
        "/animals/animalEditor/onTapAddAnimalButton",
        ["id": "a", "name": "Red panda", "diet": "Omnivore", "categoryId": "Mammal"])
      let after = try await site.get("/animals?category=Mammal")
      #expect(after.text.contains("Red panda"))
      #expect(!before.text.contains("Red panda"))
      #expect(site.pages.counts.misses == 2)
    }
  }

  /// What prints the same is not always the same: the short address may be
  /// kept already.
  @Test(arguments: [
    ("/quakes?date=any", "/quakes?date=any&min=", 303),
    ("/quakes?date=any", "/quakes?date=any&min=much", 400),
    ("/photos", "/photos?q=", 303), ("/animals", "/animals?sheet=fly", 400),
    ("/quakes?q=a&date=any", "/quakes?date=any&q=a", 200),
  ])
  func `A redundant address is not answered from the cache`(
    proper: String, odd: String, status: Int
  ) async throws {
    try await withSite(TestSite()) { site in
      for _ in 1...2 {
        let first = try await site.get(proper)
        #expect(first.status == 200)
        let second = try await site.get(odd)
        #expect(second.status == status)
      }
    }
  }

  @Test(arguments: TestSite.startPages)
  func `The pages of every guide are cached`(target: String) async throws {
    try await withSite(TestSite(now: { QuakesFeeds.now })) { site in
      // The front page shows what the guides have so far.
      try await site.visitGuides()
      let first = try await site.get(target)
      #expect(first.status == 200)
      let hits = site.pages.counts.hits
      let second = try await site.get(target)
      #expect(site.pages.counts.hits == hits + 1)
      #expect(second.body == first.body)
      #expect(second["etag"] == first["etag"])
    }
  }

  @Test func `A file is immutable under the name of its content`() async throws {
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
      let packed = try await site.get(href, fields: ["Accept-Encoding: gzip"])
      #expect(packed["content-encoding"] == "gzip")
      #expect(packed.body.count < file.body.count / 2)
    }
  }
}
