import Foundation
import ImmutableUI
import Markup
import Scenes
import TestSupport
import Testing

@testable import DevelopmentTools
@testable import Fieldguide
@testable import WebSite

/// The list of previews, and the pages of the gallery.
@Suite struct GalleryTests {
  @Test func `Every state has a distinct name and a note`() {
    let previews = ListeningSite.idle.gallery.sections.flatMap(\.previews)
    #expect(previews.filter { !$0.isPage }.count >= 80)
    let names = previews.map { "\($0.component)/\($0.name)" }
    #expect(Set(names).count == names.count, "each needs its own address")
    #expect(previews.allSatisfy { !$0.note.isEmpty })
  }

  /// Parses the sources: a presenter without a preview is unknown to the
  /// program.
  @Test func `Every presenter has a preview`() throws {
    let shown = Set(ListeningSite.idle.gallery.sections.flatMap(\.previews).map(\.component))
    let declared = try Self.presenters()
    #expect(declared.count > 20)
    #expect(declared.subtracting(shown) == [])
  }

  private static func presenters() throws -> Set<String> {
    let namespace = #/^(?:(?:public|package) )?(?:enum|extension) ([A-Za-z.]+)/#
    let presenter =
      #/^( *)(?:[a-z]+ )*struct ([A-Za-z]+)(?:<.*>)?: (?:[A-Za-z]+, )*(?:ImmutableUI\.|Fragment)?Presenter\b/#
    let sources = Fixtures.packageRoot.appending(path: "Sources")
    var names: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    // No guide of the site uses the page of records.
    where path.hasSuffix(".swift") && !path.hasPrefix("Records/") {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      guard text.contains("Presenter") else { continue }
      var outer = ""
      for line in text.split(separator: "\n") {
        if let match = line.firstMatch(of: namespace) {
          outer = "\(match.output.1)."
        } else if line.contains("Presenter"), let match = line.firstMatch(of: presenter) {
          let (_, indentation, type) = match.output
          let name = (indentation.isEmpty ? "" : outer) + type
          names.insert(name.hasSuffix(".Presenter") ? String(name.dropLast(10)) : name)
        }
      }
    }
    return names
  }

  /// Visitors should not have to calculate.
  @Test func `Every time of a row is beside its age`() throws {
    let pages = ListeningSite.idle.gallery.sections.flatMap(\.previews).map {
      $0.page().content.renderedString()
    }
    let age = #/just now|in the future|[0-9,]+ [a-z]+ ago/#
    var count = 0
    for page in pages {
      for end in page.components(separatedBy: "class=\"row-end\"").dropFirst() {
        let end = end.prefix(150)
        guard end.contains("<time") else { continue }
        count += 1
        #expect(end.firstMatch(of: age) != nil, "\(end)")
      }
    }
    #expect(count > 20)
  }

  @Test func `Hostile text is deterministic and valid`() throws {
    for words in PreviewText.allCases {
      #expect(words("") == "")
      #expect(words("Dog") == words("Dog"))
    }
    #expect(PreviewText.plain("Dog") == "Dog")
    #expect(PreviewText.plain.word("hound") == "hound")
    #expect(PreviewText.hostile.word("hound").count == 64)
    let hostile = Set("abcdefghijklmnopqrstuvwxyz".map { PreviewText.hostile(String($0)) })
    #expect(hostile.count == 6)
    for name in hostile {
      let cleaned = try UserText.validated(name, maximumLength: 200)
      #expect(cleaned == name)
    }
  }

  @Test(arguments: [
    ("/previews", 200),
    ("/previews?guide=quakes&state=error&q=feed&text=hostile&scheme=dark", 200),
    ("/previews?state=sad", 400),
    ("/previews/AnimalList", 200),
    ("/previews/AnimalsPage.Head?text=hostile&scheme=dark", 200),
    ("/previews/AnimalList/empty-category", 200),
    ("/previews/AnimalList/empty-category?text=hostile&scheme=light", 200),
    ("/previews/AnimalsPage/delete", 200),
    ("/previews/AnimalList/no-such-state", 404),
    ("/previews/NoSuchComponent", 404),
    ("/previews/AnimalList/empty-category/more", 404),
    ("/previews/AnimalList?scheme=sepia", 400),
    ("/previews/AnimalList/empty-category?text=kind", 400),
  ])
  func `Every state has an address`(target: String, status: Int) async throws {
    try await withGallery { site in
      let answer = try await site.get(target)
      #expect(answer.status == status)
    }
  }

  @Test(arguments: ["/previews", "/previews/AnimalList", "/previews/AnimalList/empty-category"])
  func `The gallery is not found unless it is enabled`(target: String) async throws {
    try await withSite { site in
      let answer = try await site.get(target)
      #expect(answer.status == 404)
    }
  }

  @Test(arguments: [
    ("/previews", "frame-src 'self'", "frame-ancestors 'none'", "form-action 'self'"),
    ("/previews/AnimalList", "frame-src 'self'", "frame-ancestors 'none'", "form-action 'self'"),
    (
      "/previews/AnimalList/category", "frame-src 'none'", "frame-ancestors 'self'",
      "form-action 'none'"
    ),
    ("/animals", "frame-src 'none'", "frame-ancestors 'none'", "form-action 'self'"),
  ])
  func `Only the gallery allows frames and forbids forms`(
    target: String, frames: String, ancestors: String, forms: String
  ) async throws {
    try await withGallery { site in
      let policy = try #require(try await site.get(target)["content-security-policy"])
      let directives = policy.split(separator: "; ").map(String.init)
      for directive in [frames, ancestors, forms] { #expect(directives.contains(directive)) }
    }
  }

  @Test func `The index links to every state`() async throws {
    try await withGallery { site in
      let index = try await site.get("/previews").text
      let links = Set(index.matches(of: #/href="([^"]*)"/#).map(\.output.1))
      for preview in ListeningSite.idle.gallery.sections.flatMap(\.previews) {
        #expect(links.contains("/previews/\(preview.component)/\(preview.name)"))
        #expect(links.contains("/previews/\(preview.component)"))
      }
    }
  }

  /// Each component is named in the address of its states.
  @Test(
    arguments: [
      ("guide=breeds&state=error", ["BreedList/failed"], ["BreedList/loaded", "QuakeList/"]),
      ("state=waiting", ["WaitingNotice/waiting", "BreedList/loading"], ["FailedNotice/failed"]),
      ("state=empty&guide=photos", ["PhotosPage/no-match"], ["PhotosPage/photos"]),
      ("guide=shared&state=normal", ["Notice/done"], ["EmptyState/", "BreedList/"]),
      ("q=hostile+filter", ["BreedList/hostile-filter"], ["BreedList/loaded"]),
      ("q=zzz", [], ["BreedList/"]),
    ] as [(String, [String], [String])])
  func `States are filtered by guide, kind and words`(
    query: String, shown: [String], hidden: [String]
  ) async throws {
    try await withGallery { site in
      let page = try await site.get("/previews?\(query)").text
      for name in shown { #expect(page.contains(#"<iframe src="/previews/\#(name)""#)) }
      for name in hidden { #expect(!page.contains(#"<iframe src="/previews/\#(name)""#)) }
      #expect(page.contains("No such state") == shown.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func `The robots file excludes the gallery`(isOn: Bool) async throws {
    try await withSite(isOn ? .development : Fieldguide.site) { site in
      let robots = try await site.get("/robots.txt").text
      #expect(robots.contains("Disallow: /previews\n") == isOn)
    }
  }

  @Test(arguments: ColourScheme.allCases)
  func `A colour scheme has a style sheet of its own`(scheme: ColourScheme) async throws {
    try await withGallery { site in
      func styles(_ target: String) async throws -> String {
        let page = try await site.get(target).text
        // The style sheets of the page come before that of the site.
        var sheets: [String] = []
        for match in page.matches(of: #/<link rel="stylesheet" href="([^"]+)"/#) {
          sheets.append(try await site.get(String(match.output.1)).text)
        }
        return try #require(sheets.first { $0.contains("color-scheme") })
      }
      let usual = try await styles("/animals")
      #expect(usual.contains("color-scheme: light dark;"))
      #expect(!usual.contains("prefers-color-scheme"))
      let forced = try await styles("/previews/AnimalList/category?scheme=\(scheme.rawValue)")
      #expect(forced.contains("color-scheme: \(scheme.rawValue);"))
      #expect(try await styles("/previews/AnimalList/category") == usual)
    }
  }
}

/// Runs a test on the site with its gallery.
private func withGallery(_ body: (ListeningSite) async throws -> Void) async throws {
  try await withSite(.development, body)
}
