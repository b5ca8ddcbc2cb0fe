import Foundation
import Markup
import TestSupport
import Testing

/// Rendered strings parse to the same strings.
struct ParseBackTests {
  @Test func `The project's own strings survive a round trip`() throws {
    let strings = NaughtyStrings.own.filter(isRepresentable)
    #expect(NaughtyStrings.own.count - strings.count == 2, "strings with NUL")
    try expectSame(strings)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs the fixtures: set FIELDGUIDE_FIXTURES"))
  func `The Big List of Naughty Strings survives a round trip`() throws {
    let all = try #require(NaughtyStrings.bigList)
    #expect(all.count == 515)
    #expect(all.allSatisfy(isRepresentable), "a string contains NUL")
    try expectSame(all)
  }

  @Test(
    .enabled(if: Fixtures.folder != nil, "needs the fixtures: set FIELDGUIDE_FIXTURES"))
  func `Known script payloads survive a round trip`() throws {
    let all = try #require(NaughtyStrings.scripts)
    #expect(all.count > 500)
    #expect(all.allSatisfy(isRepresentable), "a string contains NUL")
    // Adjacent payloads are similar.
    let stride = max(4 / Cases.count(1), 1)
    try expectSame(all.enumerated().filter { $0.offset.isMultiple(of: stride) }.map(\.element))
  }

  @Test func `The comparison detects unescaped text`() throws {
    let complaints = [
      ("<b>bold</b>", "elements"), ("<!-- comment -->", "comment"), ("a\rb", "differs"),
      ("&lt;", "differs"), ("&amp", "differs"),
    ]
    let documents = complaints.enumerated().map { number, complaint in
      ParsedBack.Document(
        name: "\(number)",
        html: Pages.document {
          div { UnescapedHTML(trustedAndNeverFromInput: complaint.0) }.id("0")
        },
        reading: .text, elements: 5, strings: [complaint.0])
    }
    let result = try ParsedBack.compare(documents)
    #expect(result.status == 1)
    let lines = result.report.split(separator: "\n")
    for (number, complaint) in complaints.enumerated() {
      #expect(
        lines.contains { $0.hasPrefix("\(number): ") && $0.contains(complaint.1) },
        "\(result.report)")
    }
  }

  @Test func `The comparison detects an additional attribute`() throws {
    let html = Pages.document {
      UnescapedHTML(trustedAndNeverFromInput: #"<p id="0" class="x" onclick="y"></p>"#)
    }
    let document = ParsedBack.Document(
      name: "broken", html: html, reading: .attribute("class"), elements: 5, strings: ["x"])
    let result = try ParsedBack.compare([document])
    #expect(result.status == 1)
    #expect(result.report.contains("onclick"), "\(result.report)")
  }

  /// Returns true unless the string contains NUL, which HTML cannot represent.
  private func isRepresentable(_ string: String) -> Bool {
    !string.utf8.contains(0)
  }

  /// Renders the strings in every context, and expects to read the same strings.
  private func expectSame(
    _ strings: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let documents = OutputContext.allCases.map { context in
      ParsedBack.Document(
        name: context.rawValue, html: context.document(strings), reading: context.reading,
        elements: context.elements(strings: strings.count), strings: strings)
    }
    let result = try ParsedBack.compare(documents)
    let expected = "\(documents.count) documents, \(documents.count * strings.count) strings\n"
    #expect(result.report == expected, sourceLocation: sourceLocation)
    #expect(result.status == 0, sourceLocation: sourceLocation)
  }
}
