import Foundation
import ImmutableUI
import Markup
import TestSupport
import Testing

@testable import FieldguideSite

/// Every state of every page and component, as a file that opens in a
/// browser. The list is that of the gallery.
///
/// `FIELDGUIDE_RECORD=1 swift test` writes them anew; look at what changed
/// before it is committed.
@Suite struct SnapshotTests {
  /// A state, and the guide it is of.
  struct Previewed: CustomTestStringConvertible {
    let guide: Guide?
    let preview: Preview

    /// Pages stand in the folder of their guide, components in one of their
    /// own.
    var folder: String {
      let folder = guide?.rawValue ?? "shared"
      return preview.isPage ? folder : "\(folder)/\(preview.component)"
    }

    var testDescription: String { "\(folder)/\(preview.name)" }

    static let all = Gallery.sections.flatMap { section in
      section.previews.map { Previewed(guide: section.guide, preview: $0) }
    }
  }

  @Test(arguments: Previewed.all)
  func `a state looks as it did`(previewed: Previewed) throws {
    let preview = previewed.preview
    let snapshot = Snapshot(folder: previewed.folder, name: preview.name)
    if preview.isPage {
      let document = try TestSite.document()
      try snapshot.verify(String(document.render(preview, of: previewed.guide, .init()).bytes))
    } else {
      try snapshot.verify(
        component: preview.page().content.renderedString(), title: preview.component,
        guide: previewed.guide)
    }
  }

  @Test func `no snapshot is left of a state that is gone`() throws {
    let names = Previewed.all.map(\.testDescription)
    #expect(try Snapshot.names == Set(names))
    #expect(Set(names).count == names.count, "states have names of their own")
  }

  @Test(arguments: Previewed.all, PreviewText.allCases)
  func `nothing is inline`(previewed: Previewed, text: PreviewText) throws {
    let html = previewed.preview.page(text).content.renderedString()
    #expect(!html.isEmpty, "the page has no such part in this state")
    #expect(!html.contains("style="))
    #expect(!html.contains("<script"))
    #expect(try Regex("<[^>]* on[a-z]+=").firstMatch(in: html) == nil)
  }
}

/// A file that keeps how something looked.
private struct Snapshot {
  private static let root = Fixtures.packageRoot.appending(
    path: "Tests/FieldguideSiteTests/Snapshots")

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

  /// A part of a page, in as little as it takes to look at it.
  func verify(
    component: String, title: String, guide: Guide?,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try verify(
      """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title)</title>
      <link rel="stylesheet" href="../../../../../Public/fieldguide.css">
      <body class="\(guide?.rawValue ?? "")">
      <main class="page">
      \(component)
      </main>

      """, sourceLocation: sourceLocation)
  }

  /// The document with links to files instead of addresses of the server.
  private static func openable(_ document: String) throws -> String {
    document.replacing(try Regex(#"/static/([a-z]+)\.[0-9a-f]{16}\.([a-z]+)"#)) { match in
      let parts = match.output.extractValues(as: (Substring, Substring, Substring).self)
      return "../../../../Public/\(parts?.1 ?? "").\(parts?.2 ?? "")"
    }
  }

  /// All that there are, by folder and name.
  static var names: Set<String> {
    get throws {
      let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      return Set(files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) })
    }
  }
}
