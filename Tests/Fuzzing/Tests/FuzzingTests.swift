import Foundation
import TestSupport
import Testing

/// Replay of seeds, the corpus and attack payloads against the invariants.
@Suite struct FuzzingTests {
  private static let folder = Fixtures.packageRoot.appending(path: "Tests/Fuzzing")

  @Test(arguments: Parser.allCases)
  func `Seeds do not violate invariants`(parser: Parser) throws {
    try replay("Seeds", parser)
  }

  @Test(arguments: Parser.allCases)
  func `The corpus does not violate invariants`(parser: Parser) throws {
    try replay("Corpus", parser)
  }

  /// Files and forms of many small parts, whose values would take many times their size.
  @Test func `Long inputs do not violate invariants`() {
    func repeated(_ text: String, _ count: Int = 20_000) -> String {
      String(repeating: text, count: count)
    }
    let keys = (0..<6_000).map { "{\"k\($0)\":1}\n" }.joined()
    let files: [String] = [
      keys, "text\(repeated(","))", "text\nx\(repeated(","))", "{\(repeated("\"a\":1,"))\"a\":1}",
      repeated("{\"a\":"), "text\n\"\(repeated("\"\""))\"\n", "text\n\(repeated("\"\","))",
      "text\n\(repeated("x\n"))", "text\n\(repeated("\n"))",
      "{\"text\":\"\(repeated("\\u0041"))\"}",
    ]
    for (number, file) in files.enumerated() { check(.file, Array(file.utf8), "file \(number)") }
    let part = "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n"
    let forms: [String] = [
      "\(part)\(repeated("\r\n--"))\r\n--b--", repeated("\r"),
      "\(repeated("\(part)\r\n", 1_000))--b--",
    ]
    for form in forms { check(.multipart, Array(form.utf8), "form") }
    check(.form, Array(repeated("a&").utf8), "items")
  }

  /// The interval of the lines of a list that are tested. The fuzzer uses all
  /// lines.
  private static let stride = max(20 / Cases.count(1), 1)

  @Test(
    .enabled(if: Fixtures.folder != nil, "requires FIELDGUIDE_FIXTURES"),
    arguments: Parser.allCases, payloadLists)
  func `Attack payloads do not violate invariants`(parser: Parser, list: String) throws {
    let lines =
      list.hasSuffix(".json")
      ? try JSONDecoder().decode([String].self, from: #require(Fixtures.data(list)))
      : try #require(Fixtures.lines(list))
    #expect(!lines.isEmpty)
    for (number, line) in lines.enumerated() where number.isMultiple(of: Self.stride) {
      for input in parser.inputs(containing: line) { check(parser, input, line) }
    }
  }

  private static var payloadLists: [String] {
    guard let folder = Fixtures.folder?.appending(path: "security") else { return [] }
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return ["blns.json"] + (names ?? []).filter { $0.hasSuffix(".txt") }.map { "security/" + $0 }
  }

  private func replay(_ kind: String, _ parser: Parser) throws {
    let folder = Self.folder.appending(path: kind).appending(path: parser.rawValue)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(!names.isEmpty)
    for name in names {
      check(parser, Array(try Data(contentsOf: folder.appending(path: name))), name)
    }
  }

  private func check(_ parser: Parser, _ input: [UInt8], _ name: String) {
    do throws(Violation) {
      try parser.check(input)
    } catch {
      Issue.record("\(parser), \(name): \(error)")
    }
  }
}
