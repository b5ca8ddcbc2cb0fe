import Foundation
import ImmutableUI
import Markup
import TestSupport
import Testing

@testable import DevelopmentTools
@testable import WebSite

/// Every preview and every document frame, as files that open in a browser.
///
/// The snapshot of a page has its own part of the head, and its main element.
/// The rest of the document is in the snapshots of frames, so that a change of
/// the navigation affects only those.
///
/// `FIELDGUIDE_RECORD=1 swift test` records the files again. Review the
/// differences before you commit them.
@Suite struct SnapshotTests {
  @Test(arguments: Previewed.all)
  func `A preview matches its snapshot`(previewed: Previewed) throws {
    let preview = previewed.preview
    let snapshot = Snapshot(folder: previewed.folder, name: preview.name)
    if preview.isPage {
      let document = ListeningSite.idle.document
      let page = try PageDocument(document.render(preview, of: previewed.guide, .init()))
      let frame = try PageDocument(
        document.render(title: "", frame: .init(guide: nil), content: Empty()))
      try snapshot.verify(
        head: page.head.filter { !frame.head.contains($0) }, body: page.body, main: page.main)
    } else {
      try snapshot.verify(
        head: ["<title>\(preview.component)</title>"],
        body: "<body class=\"\(previewed.guide ?? "")\">",
        main: """
          <main class="page">
          \(preview.page().content.renderedString())
          </main>
          """)
    }
  }

  /// A frame with a page that fills each of its fields.
  struct Framed: CustomTestStringConvertible {
    let testDescription: String
    let frame: Document.Frame
    var page: Href?
    var metadata = Metadata()

    /// The visitor: a name that has to be escaped, if visitors with this frame have one.
    var viewer: Viewer {
      frame.audience == .editors ? Viewer(Visitor(name: "<anna>")) : Viewer(frame.audience)
    }

    static let folder = "frames"

    /// Together they cover each part of the template. Guides differ only in the
    /// links of the navigation.
    static let all = [
      Framed(testDescription: "front", frame: .init(guide: nil)),
      Framed(
        testDescription: "page-for-readers", frame: .init(guide: "quakes", audience: .readers),
        page: Href(path: ["quakes"], query: [("q", "a&b")]),
        metadata: Metadata(
          description: "Earthquakes & more", canonical: Href(path: ["quakes"]),
          feed: Href(path: ["quakes.atom"]), image: Href(path: ["card.png"]))),
      Framed(
        testDescription: "dialog-for-editors",
        frame: .init(guide: "animals", hasDialog: true, isWaiting: true, audience: .editors)),
      Framed(
        testDescription: "page-for-onlookers", frame: .init(guide: "photos", audience: .onlookers)),
      Framed(testDescription: "tool", frame: .init(guide: nil, isTool: true)),
    ]
  }

  @Test(arguments: Framed.all)
  func `A frame matches its snapshot`(framed: Framed) throws {
    let document = ListeningSite.idle.document
    let page = document.render(
      title: "A <title>", metadata: framed.metadata, frame: framed.frame, page: framed.page,
      account: AccountLinks(viewer: framed.viewer, page: framed.page ?? Href(path: [])),
      content: p { "The content" })
    try Snapshot(folder: Framed.folder, name: framed.testDescription)
      .verify(String(page.bytes))
  }

  @Test(arguments: [nil] + ListeningSite.idle.guides.map { Optional($0.name) }, [false, true])
  func `The navigation marks the guide of the page`(guide: String?, hasDialog: Bool) throws {
    let html = String(
      ListeningSite.idle.document.render(
        title: "", frame: .init(guide: guide, hasDialog: hasDialog), content: Empty()
      ).bytes)
    for other in ListeningSite.idle.guides {
      let current = other.name == guide ? " aria-current=\"page\"" : ""
      let link = "<li class=\"\(other.name)\"><a href=\"\(other.startPage.text)\"\(current)>"
      #expect(html.contains(link))
    }
    #expect(html.contains(guide.map { "<body class=\"\($0)\">" } ?? "<body>"))
  }

  @Test func `Every snapshot belongs to a preview or a frame`() throws {
    let names =
      Previewed.all.map(\.testDescription)
      + Framed.all.map { "\(Framed.folder)/\($0.testDescription)" }
    #expect(try Snapshot.names == Set(names))
    #expect(Set(names).count == names.count, "the names are distinct")
  }

  @Test(arguments: Previewed.all, PreviewText.allCases)
  func `No preview has inline styles or scripts, or forgets what was typed`(
    previewed: Previewed, text: PreviewText
  ) throws {
    let html = previewed.preview.page(text).content.renderedString()
    #expect(!html.isEmpty, "the component is empty in this state")
    #expect(!html.contains("style="))
    #expect(!html.contains("<script"))
    // It would keep browsers from restoring a text after going back.
    #expect(!html.contains("autocomplete=\"off\""))
    #expect(html.firstMatch(of: #/<[^>]* on[a-z]+=/#) == nil)
  }
}

/// The parts of a document that the snapshot of a page contains.
private struct PageDocument {
  /// The lines of the head.
  let head: [Substring]
  /// The start tag of the body.
  let body: Substring
  /// The main element.
  let main: Substring

  init(_ page: RenderedPage) throws {
    let html = String(page.bytes)
    let parts = try #require(
      html.firstMatch(of: #/(?s)<head>\n(.*?)\n</head>\n(<body.*?>).*?(<main.*</main>)/#))
    head = parts.output.1.split(separator: "\n")
    body = parts.output.2
    main = parts.output.3
  }
}

/// A snapshot file.
private struct Snapshot {
  private static let root = Fixtures.packageRoot.appending(path: "Tests/Site/WebSite/Snapshots")

  let folder: String
  let name: String

  /// Returns the path from the folder of the snapshot to a file of the site.
  private func path(of file: some StringProtocol) -> String {
    let folders = ["Public", "Sources/Site/WebSite/Resources"]
    let folder = folders.first { folder in
      FileManager.default.fileExists(
        atPath: Fixtures.packageRoot.appending(path: "\(folder)/\(file)").path)
    }
    return String(repeating: "../", count: 5 + self.folder.count { $0 == "/" })
      + "\(folder ?? "Public")/\(file)"
  }

  /// The links to the parts of the site's style sheet.
  private var styleSheets: String {
    ["site.css", "fieldguide.css"].map { "<link rel=\"stylesheet\" href=\"\(path(of: $0))\">" }
      .joined(separator: "\n")
  }

  /// Compares the file with a whole document. Links to files of the site are
  /// replaced by links that work without a server, and the version of the page,
  /// which depends on those files, is removed.
  func verify(_ document: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = Self.root.appending(path: "\(folder)/\(name).html")
    let actual =
      document
      .replacing(
        #/<link rel="stylesheet" href="\/static\/site\.[0-9a-f]{16}\.css">/#, with: styleSheets
      )
      .replacing(#/\/static\/([a-z-]+)\.[0-9a-f]{16}\.([a-z]+)/#) {
        path(of: "\($0.output.1).\($0.output.2)")
      }
      .replacing(#/data-version="[0-9a-f]{16}"/#, with: "data-version=\"0000000000000000\"")
    if ProcessInfo.processInfo.environment["FIELDGUIDE_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try actual.write(to: file, atomically: true, encoding: .utf8)
    }
    let expected = try? String(contentsOf: file, encoding: .utf8)
    #expect(
      actual == expected, "\(folder)/\(name).html: FIELDGUIDE_RECORD=1 records it again",
      sourceLocation: sourceLocation)
  }

  /// Compares the file with a minimal document that shows the page or
  /// component.
  func verify(
    head: [some StringProtocol], body: some StringProtocol, main: some StringProtocol,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try verify(
      """
      <!DOCTYPE html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      \(head.joined(separator: "\n"))
      \(styleSheets)
      \(body)
      \(main)

      """, sourceLocation: sourceLocation)
  }

  /// All snapshots, by folder and name.
  static var names: Set<String> {
    get throws {
      let files = try FileManager.default.subpathsOfDirectory(atPath: root.path)
      return Set(files.filter { $0.hasSuffix(".html") }.map { String($0.dropLast(5)) })
    }
  }
}
