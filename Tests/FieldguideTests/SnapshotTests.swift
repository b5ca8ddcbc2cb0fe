import AnimalsUI
import Foundation
import ImmutableUI
import Markup
import TestSupport
import Testing

@testable import Fieldguide

/// Every state of every page, as a file that opens in a browser.
///
/// `FIELDGUIDE_RECORD=1 swift test` writes them anew; look at what changed
/// before it is committed.
@Suite struct SnapshotTests {
  @Test(arguments: AnimalsPage.previews)
  func `animals page`(preview: Preview) throws {
    let document = try TestSite.document()
    let bytes = document.render(
      title: preview.title, guide: .animals, hasDialog: preview.hasDialog, content: preview)
    try Snapshot(folder: "animals", name: preview.name).verify(String(bytes))
  }

  @Test func `no snapshot is left of a state that is gone`() throws {
    let files = try Snapshot.names(in: "animals")
    #expect(files == Set(AnimalsPage.previews.map(\.name)))
  }

  @Test func `states have names of their own`() {
    let names = AnimalsPage.previews.map(\.name)
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: AnimalsPage.previews)
  func `nothing is inline`(preview: Preview) throws {
    let html = preview.renderedString()
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
