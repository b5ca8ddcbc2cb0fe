import AnimalsUI
import BreedsUI
import Foundation
import ImmutableUI
import Markup
import PhotosUI
import QuakesUI
import TestSupport
import Testing

@testable import FieldguideSite

/// Every state of every page, as a file that opens in a browser.
///
/// `FIELDGUIDE_RECORD=1 swift test` writes them anew; look at what changed
/// before it is committed.
@Suite struct SnapshotTests {
  /// A guide with all its states.
  struct Previewed: CustomTestStringConvertible {
    let guide: Guide
    let preview: Preview

    var testDescription: String { "\(guide)/\(preview.name)" }

    static let all =
      AnimalsPage.previews.map { Previewed(guide: .animals, preview: $0) }
      + QuakesPage.previews.map { Previewed(guide: .quakes, preview: $0) }
      + BreedsPage.previews.map { Previewed(guide: .breeds, preview: $0) }
      + PhotosPage.previews.map { Previewed(guide: .photos, preview: $0) }
  }

  @Test(arguments: Previewed.all)
  func `page`(previewed: Previewed) throws {
    let preview = previewed.preview
    let document = try TestSite.document()
    let page = document.render(
      title: preview.title, frame: .init(guide: previewed.guide, hasDialog: preview.hasDialog),
      content: preview)
    try Snapshot(folder: "\(previewed.guide)", name: preview.name).verify(String(page.bytes))
  }

  @Test(arguments: Guide.allCases)
  func `no snapshot is left of a state that is gone`(guide: Guide) throws {
    let names = Previewed.all.filter { $0.guide == guide }.map(\.preview.name)
    #expect(try Snapshot.names(in: "\(guide)") == Set(names))
    #expect(Set(names).count == names.count, "states have names of their own")
  }

  @Test(arguments: Previewed.all)
  func `nothing is inline`(previewed: Previewed) throws {
    let html = previewed.preview.renderedString()
    #expect(!html.contains("style="))
    #expect(!html.contains("<script"))
    #expect(try Regex("<[^>]* on[a-z]+=").firstMatch(in: html) == nil)
  }
}

/// A file that keeps how something looked.
private struct Snapshot {
  private static let root = Fixtures.packageRoot.appending(
    path: "Tests/FieldguideTests/Snapshots")

  let folder: String
  let name: String

  func verify(_ document: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = Self.root.appending(path: "\(folder)/\(name).html")
    let actual = try Self.openable(document)
    if ProcessInfo.processInfo.environment["FIELDGUIDE_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try? String(contentsOf: file, encoding: .utf8)
    #expect(
      actual == expected, "\(folder)/\(name).html: FIELDGUIDE_RECORD=1 writes it anew",
      sourceLocation: sourceLocation)
  }

  /// The document with links to files instead of addresses of the server.
  private static func openable(_ document: String) throws -> String {
    document.replacing(try Regex(#"/static/([a-z]+)\.[0-9a-f]{16}\.([a-z]+)"#)) { match in
      let parts = match.output.extractValues(as: (Substring, Substring, Substring).self)
      return "../../../../Public/\(parts?.1 ?? "").\(parts?.2 ?? "")"
    }
  }

  static func names(in folder: String) throws -> Set<String> {
    let files = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return Set(files.map { $0.deletingPathExtension().lastPathComponent })
  }
}
