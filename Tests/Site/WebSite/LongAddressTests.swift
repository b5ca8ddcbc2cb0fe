import TestSupport
import Testing

/// Each link of a page repeats its address, so overlong addresses are rejected.
@Suite struct LongAddressTests {
  /// A single character with many accents, in nearly 6 kB.
  private static let accents = "e" + String(repeating: "%CC%81", count: 970)

  @Test(arguments: [
    "/quakes?q=", "/quakes?date=any&q=", "/quakes?min=", "/quakes?type=", "/quakes?quake=",
    "/quakes?box=", "/quakes?tz=", "/quakes.csv?q=", "/photos?q=", "/photos?page=",
    "/photos?notice=", "/animals?category=", "/animals?animal=", "/animals?dialog=", "/breeds?q=",
    "/breeds?breed=", "/breeds?breed=hound&sub=",
  ])
  func `The page of an overlong query is small`(address: String) async throws {
    try await withSite { site in
      for text in [Self.accents, String(repeating: "x", count: 5_000)] {
        let page = try await site.get(address + text)
        #expect(page.status == 400)
        #expect(page.text.utf8.count < 25_000)
      }
    }
  }

  @Test func `The form keeps input up to the limit`() async throws {
    try await withSite { site in
      let text = String(repeating: "x", count: 5_000)
      let page = try await site.get("/quakes?q=" + text).text
      #expect(page.contains("value=\"\(text.prefix(200))\""))
      #expect(!page.contains(text.prefix(201)))
      #expect(page.contains("“Place name” is too long. Use at most 200 characters."))
      #expect(page.contains("aria-describedby=\"q-error\""))
    }
  }
}
