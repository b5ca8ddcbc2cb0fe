import Foundation
import TestSupport
import Testing

@testable import WebSite

/// Metadata for other programs, over a real socket.
@Suite struct DiscoveryTests {
  static let named = [
    "public-origin": "https://here.example,https://there.example", "writers": "everybody",
  ]

  @Test(arguments: [
    ("/", "Guides to animals, earthquakes, dog breeds and photos that are always up to date."),
    ("/animals", "Animals from amphibians to reptiles, listed by category"),
    ("/animals?category=Mammal", "Mammal: the animals in this list, with their diets."),
    ("/animals?animal=Dog", "Dog. Category: Mammal. Diet: Carnivore."),
    ("/quakes", "Earthquakes: past 24 hours, magnitude 2.5 and above, newest first."),
    ("/quakes?q=%22%3E%3Cb%3E", "Earthquakes: “&quot;&gt;&lt;b&gt;” in place name, past 24 hours"),
    ("/quakes?date=any&min=5", "Earthquakes: magnitude 5 and above, newest first."),
    ("/breeds", "Dog breeds and their varieties from A to Z, with pictures."),
    ("/photos", "Photos by title and album."),
    ("/photos?q=sun", "Photos whose titles contain “sun”."),
    ("/unicorns", "Guides to animals, earthquakes, dog breeds and photos"),
  ])
  func `A page has a description`(target: String, description: String) async throws {
    try await withSite { site in
      let text = try await site.get(target).text
      #expect(text.contains("<meta name=\"description\" content=\"\(description)"))
      #expect(text.contains("<meta property=\"og:description\" content=\"\(description)"))
    }
  }

  @Test(arguments: [
    ("/", "https://here.example/"),
    ("/animals?utm_source=elsewhere&animal=Dog", "https://here.example/animals?animal=Dog"),
    ("/quakes?min=5&date=any", "https://here.example/quakes?date=any&amp;min=5"),
    // The page is for one visitor only.
    ("/animals?notice=deleted", nil),
    ("/unicorns", nil),
    ("/quakes?min=large", nil),
  ])
  func `A page has a canonical address`(target: String, canonical: String?) async throws {
    try await withSite(settings: Self.named) { site in
      let text = try await site.get(target).text
      #expect(text.contains("rel=\"canonical\"") == (canonical != nil))
      #expect(text.contains("og:url") == (canonical != nil))
      if let canonical {
        #expect(text.contains("<link rel=\"canonical\" href=\"\(canonical)\">"))
        #expect(text.contains("<meta property=\"og:url\" content=\"\(canonical)\">"))
      }
    }
  }

  @Test(arguments: [
    ("/quakes", true), ("/quakes?past=week", true), ("/quakes?past=month&min=5", true),
    ("/quakes?past=week&sort=magnitude&min=0", false), ("/quakes?q=japan", false),
    ("/quakes?view=10,20,30", false), ("/quakes?page=2", false), ("/quakes?show=deleted", false),
    ("/quakes?zone=Asia/Tokyo", true), ("/animals?category=Mammal", true),
  ])
  func `Search engines list the usual questions`(target: String, isIndexed: Bool) async throws {
    try await withSite { site in
      let page = try await site.get(target)
      #expect(page.status == 200)
      #expect(!page.text.contains("name=\"robots\" content=\"noindex\"") == isIndexed)
    }
  }

  @Test func `A site without a public origin has no canonical addresses`() async throws {
    try await withSite { site in
      let text = try await site.get("/animals").text
      #expect(!text.contains("canonical"))
    }
  }

  @Test(arguments: [
    ("/quakes", "/quakes.atom"),
    ("/quakes?date=any&min=5&page=2", "/quakes.atom?date=any&amp;min=5"),
    ("/quakes?min=large", nil),
    ("/animals", nil),
  ])
  func `A filtered page links to its feed`(target: String, feed: String?) async throws {
    try await withSite { site in
      let text = try await site.get(target).text
      #expect(text.contains("rel=\"alternate\"") == (feed != nil))
      if let feed {
        #expect(
          text.contains(
            "<link rel=\"alternate\" type=\"application/atom+xml\" title=\"Atom feed\" "
              + "href=\"\(feed)\">"))
      }
    }
  }

  @Test func `The robots file names the sitemap`() async throws {
    try await withSite(settings: Self.named) { site in
      let response = try await site.get("/robots.txt")
      #expect(response.status == 200)
      #expect(response["content-type"] == "text/plain; charset=utf-8")
      #expect(
        response.text == """
          User-agent: *
          Disallow: /live
          Disallow: /search
          Disallow: /changes
          Disallow: /sign-in
          Disallow: /animals/export.csv
          Disallow: /animals/export.jsonl
          Disallow: /quakes.geojson
          Disallow: /quakes.csv
          Disallow: /quakes.kml
          Disallow: /quakes.atom
          Sitemap: https://here.example/sitemap.xml

          """)
    }
  }

  @Test func `The sitemap has absolute addresses of existing pages`() async throws {
    try await withSite { site in
      let response = try await site.get("/sitemap.xml")
      #expect(response.status == 200)
      #expect(response["content-type"] == "application/xml; charset=utf-8")
      let root = "http://127.0.0.1:\(site.port)"
      let addresses = response.text.matches(of: #/<loc>(.*)</loc>/#).map {
        $0.output.1.replacing("&amp;", with: "&")
      }
      #expect(addresses.starts(with: ListeningSite.startPages.map { "\(root)\($0)" }))
      #expect(addresses.contains("\(root)/animals?category=Mammal"))
      #expect(addresses.contains("\(root)/animals?category=Mammal&animal=Dog"))
      for address in addresses where address.contains("/animals") {
        #expect(try await site.get(String(address.dropFirst(root.count))).status == 200)
      }
    }
  }

  @Test(
    arguments: [
      (["public-origin": "https://here.example"], "127.0.0.1:80", "https://here.example/"),
      // Other machines can reach the site.
      (["trusted-proxy": "192.0.2.1"], "any.example:81", "http://any.example:81/"),
      (["trusted-proxy": "192.0.2.1"], "<b>", nil),
    ] as [([String: String], String, String?)])
  func `The addresses of the sitemap have the public origin`(
    settings: [String: String], host: String, root: String?
  ) async throws {
    try await withSite(settings: settings) { site in
      let response = try await site.get("/sitemap.xml", host: host)
      if let root {
        #expect(response.text.contains("<loc>\(root)</loc>"))
      } else {
        #expect(response.status >= 400)
      }
    }
  }

  @Test func `The manifest names an existing icon`() async throws {
    struct Manifest: Decodable {
      struct Icon: Decodable {
        let src: String
        let type: String
      }

      let name: String
      let icons: [Icon]
    }
    try await withSite { site in
      let response = try await site.get("/site.webmanifest")
      #expect(response["content-type"] == "application/manifest+json")
      let manifest = try JSONDecoder().decode(Manifest.self, from: Data(response.text.utf8))
      #expect(manifest.name == "Fieldguide")
      let icon = try #require(manifest.icons.first)
      let picture = try await site.get(icon.src)
      #expect(picture["content-type"] == icon.type)
      let tag = try #require(response["etag"])
      #expect(
        try await site.get("/site.webmanifest", fields: ["If-None-Match: \(tag)"]).status == 304)
    }
  }

  @Test(
    arguments: [
      ("/quake", "Earthquakes", "/quakes"),
      ("/earthquakes", "Earthquakes", "/quakes"),
      ("/Animals", "Animals", "/animals"),
      ("/animal?animal=Dog", "Animals", "/animals"),
      ("/dogs", "Dogs", "/breeds"),
      ("/phtos", "Photos", "/photos"),
      ("/unicorns", nil, nil),
      ("/wp-admin", nil, nil),
      ("/q", nil, nil),
    ] as [(String, String?, String?)])
  func `A mistyped address of a guide suggests the guide`(
    target: String, label: String?, href: String?
  ) async throws {
    try await withSite { site in
      let response = try await site.get(target)
      #expect(response.status == 404)
      #expect(response.text.contains("Did you mean") == (label != nil))
      if let label, let href {
        #expect(response.text.contains("Did you mean \(label)?"))
        #expect(response.text.contains("<a class=\"button primary\" href=\"\(href)\">\(label)</a>"))
      }
    }
  }

  @Test(
    arguments: [
      (["public-origin": "https://here.example"], "https://here.example/"), ([:], nil),
    ] as [([String: String], String?)])
  func `A wrong host gets a link to the right one`(
    settings: [String: String], front: String?
  ) async throws {
    try await withSite(settings: settings) { site in
      let response = try await site.get("/", host: "wrong.example")
      #expect(response.status == 421)
      #expect(response.text.contains("Front page") == (front != nil))
      if let front { #expect(response.text.contains("href=\"\(front)\">Front page</a>")) }
    }
  }
}
