import AnimalsData
import AnimalsUI
import Foundation
import ImmutableData
import Markup
import TestSupport
import Testing

@testable import WebSite

/// `Cache-Control`, ETags and conditional requests.
@Suite struct CachingTests {
  /// `If-None-Match` fields for a page with the tag `"a0b1"`.
  @Test(
    arguments: [
      (#""a0b1""#, true), (#"W/"a0b1""#, true), ("*", true), (#""a0b1", "other""#, true),
      (#""other", "a0b1""#, true), (#""other", W/"another" ,"a0b1""#, true),
      (#""a","b" , W/"a0b1" , "c""#, true), ("   \"a0b1\" \t ", true),
      (#", ,"a0b1",,"x","#, true),
      (nil, false), ("", false), (",,,", false), (#""other""#, false), ("a0b1", false),
      (#""a0b1"#, false), ("'a0b1'", false), (#"w/"a0b1""#, false), (#"W/ "a0b1""#, false),
      (#"W/W/"a0b1""#, false), (#""a0b10""#, false), (#""a0b""#, false), (#""A0B1""#, false),
      (#""a0b1-gzip""#, false), (#""*""#, false), (#""o,*,r""#, false),
      ("Sat, 29 Oct 1994 19:43:31 GMT", false),
    ] as [(String?, Bool)])
  func `A conditional request names a tag`(field: String?, isMatch: Bool) {
    #expect(EntityTag.matches(field, #""a0b1""#) == isMatch)
  }

  @Test(arguments: ListeningSite.startPages)
  func `A conditional request for a page returns 304`(target: String) async throws {
    try await withSite(now: { QuakesFeeds.now }) { site in
      try await site.visitGuides()
      let page = try await site.get(target)
      let tag = try #require(page["etag"])
      #expect(page["cache-control"] == "no-cache")
      #expect(page["vary"] == "Accept-Encoding")
      for method in ["GET", "HEAD"] {
        for condition in [tag, "W/\(tag)", "*", "\"other\", \(tag)"] {
          let known = try await site.send(method, target, fields: ["If-None-Match: \(condition)"])
          #expect(known.status == 304)
          #expect(known.body.isEmpty)
          // RFC 9110, sections 15.4.5 and 8.6.
          for name in ["etag", "cache-control", "vary", "content-security-policy"] {
            #expect(known[name] == page[name])
          }
          for name in ["content-type", "content-encoding", "transfer-encoding"] {
            #expect(known.values(name) == [])
          }
          #expect(known["date"] != nil)
          #expect([nil, "\(page.body.count)"].contains(known["content-length"]))
        }
        for condition in ["\"other\"", "\"o,*,r\""] {
          let other = try await site.send(method, target, fields: ["If-None-Match: \(condition)"])
          #expect(other.status == 200)
          #expect(other.body == (method == "GET" ? page.body : []))
          for name in ["etag", "vary", "cache-control", "content-type", "content-length"] {
            #expect(other[name] == page[name])
          }
        }
      }
    }
  }

  @Test func `A tag in the second of two fields may match`() async throws {
    try await withSite { site in
      let page = try await site.get("/animals")
      let tag = try #require(page["etag"])
      let answer = try await site.get(
        "/animals", fields: ["If-None-Match: \"other\"", "If-None-Match: \(tag)"])
      #expect(answer.status == 304 || answer.body == page.body)
    }
  }

  @Test(
    arguments: [
      "/nothing", "/animals?animal=Dodo", "/animals?dialog=x", "/healthz",
      "/animals/animalEditor/onTapAddAnimalButton",
    ], ["*", "\"x\""])
  func `Only pages and files return 304`(target: String, condition: String) async throws {
    try await withSite { site in
      let answer = try await site.get(target, fields: ["If-None-Match: \(condition)"])
      #expect(answer.status != 304)
      #expect(!answer.body.isEmpty)
      #expect(answer["etag"] == nil)
      #expect(answer["cache-control"] == "no-store")
    }
  }

  @Test func `A post ignores If-None-Match`() async throws {
    try await withSite { site in
      let answer = try await site.add("a", "Perch", category: "Fish", fields: ["If-None-Match: *"])
      #expect(answer.status == 303)
      #expect(try await site.get("/animals?animal=a").status == 200)
    }
  }

  @Test func `The ETag of a page depends on its content`() async throws {
    try await withSite(now: { QuakesFeeds.now }) { site in
      // The number of fish is shown beside every list of animals.
      let targets = ["/animals?category=Mammal", "/animals?category=Fish", "/photos"]
      var tags: [String] = []
      for target in targets { tags.append(try #require(try await site.get(target)["etag"])) }
      func statuses() async throws -> [Int] {
        var statuses: [Int] = []
        for (target, tag) in zip(targets, tags) {
          let answer = try await site.get(target, fields: ["If-None-Match: \(tag)"])
          #expect(answer["etag"] == tag || answer.status == 200)
          statuses.append(answer.status)
        }
        return statuses
      }
      #expect(try await statuses() == [304, 304, 304])
      #expect(try await site.add("a", "Perch", category: "Fish").status == 303)
      #expect(try await statuses() == [200, 200, 304])
      #expect(try await site.delete("a").status == 303)
      #expect(try await statuses() == [304, 304, 304])
    }
  }

  @Test func `A compressed page has an ETag of its own`() async throws {
    try await withSite { site in
      let plain = try await site.get("/animals")
      // The first request is handled in full, later ones by the fast path.
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
        // Each variant has its own tag.
        let unpacked = try await site.get(
          "/animals",
          fields: ["Accept-Encoding: gzip", "If-None-Match: \(plain["etag"] ?? "")"])
        #expect(unpacked.status == 200)
        let other = try await site.get("/animals", fields: ["If-None-Match: \(tag)"])
        #expect(other.status == 200)
        #expect(other["content-encoding"] == nil)
        #expect(other["vary"] == "Accept-Encoding")
      }
    }
  }

  @Test func `Errors and pages for one visitor are not cached`() async throws {
    try await withSite { site in
      for (target, status, cacheControl) in [
        ("/animals?category=Mammal&notice=added", 200, "private, no-cache"),
        ("/animals?category=Mammal&dialog=add", 200, "private, no-cache"),
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

  @Test func `A page is rendered again after a change of its data`() async throws {
    try await withSite { site in
      try await site.loadAnimals()
      for _ in 1...5 { _ = try await site.get("/animals?category=Mammal") }
      // A late action of the load may have let a request confirm the page.
      let first = site.pages.counts
      #expect(first.misses == 1)
      #expect(first.hits + first.revalidations == 4)
      // The change is in the same store, but affects another page only.
      try await site.store(of: AnimalsGuide.self).dispatch(action: .ui(.categoryList(.onAppear)))
      let before = try await site.get("/animals?category=Mammal")
      let counts = site.pages.counts
      #expect(counts.misses == 1)
      #expect(counts.revalidations == first.revalidations + 1)
      _ = try await site.add("a", "Red panda", category: "Mammal")
      let after = try await site.get("/animals?category=Mammal")
      #expect(after.text.contains("Red panda"))
      #expect(!before.text.contains("Red panda"))
      #expect(site.pages.counts.misses == 2)
    }
  }

  /// A redundant spelling of an address gets its own response, even if the
  /// canonical page is cached.
  @Test(arguments: [
    ("/quakes?date=any", "/quakes?date=any&min=", 303),
    ("/quakes?date=any", "/quakes?date=any&min=much", 400),
    ("/photos", "/photos?q=", 303), ("/animals", "/animals?dialog=fly", 400),
    ("/quakes?q=a&date=any", "/quakes?date=any&q=a", 200),
  ])
  func `A redundant address is not served from the cache`(
    proper: String, odd: String, status: Int
  ) async throws {
    try await withSite { site in
      for _ in 1...2 {
        let first = try await site.get(proper)
        #expect(first.status == 200)
        let second = try await site.get(odd)
        #expect(second.status == status)
      }
    }
  }

  @Test(arguments: ListeningSite.startPages)
  func `The pages of every guide are cached`(target: String) async throws {
    try await withSite(now: { QuakesFeeds.now }) { site in
      // The front page shows the data that are loaded so far.
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

  @Test func `An address with a digest is immutable`() async throws {
    try await withSite { site in
      let page = try await site.get("/")
      let link = #/href="(\/static\/site\.[0-9a-f]{16}\.css)"/#
      let href = String(try #require(page.text.firstMatch(of: link)?.output.1))
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

  @Test func `A sheet of the map is immutable under its current version only`() async throws {
    try await withSite(settings: ["sample": "true"]) { site in
      try await site.visitGuides()
      let page = try await site.get("/quakes")
      let match = try #require(page.text.firstMatch(of: #/(\/quakes\/map\/)([0-9a-f]+)(\/[^"#]+)/#))
      let sheet = try await site.get(String(match.0))
      #expect(sheet.status == 200)
      #expect(sheet["content-type"] == "image/svg+xml")
      #expect(sheet["cache-control"] == "public, max-age=31536000, immutable")
      #expect(sheet["content-disposition"] == nil)
      #expect(sheet.text.contains("id=\"land\""))
      let again = try await site.get(
        String(match.0), fields: ["If-None-Match: \(sheet["etag"] ?? "")"])
      #expect(again.status == 304)
      // Of an earlier program, whose pages are still open.
      let other = try await site.get("\(match.1)1ab\(match.3)")
      #expect(other["cache-control"] == "no-cache")
      #expect(other.body == sheet.body)
    }
  }
}
