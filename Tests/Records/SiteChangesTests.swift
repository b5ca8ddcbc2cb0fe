import Foundation
import ImmutableUI
import Look
import Markup
import TestSupport
import Testing

@testable import Records

/// A pen that its owner may change.
private struct Pen: Records.Record {
  var name = ""
  var owner = ""
  static let fields: Fields<Pen> = [.text(\.name, 1...50), .text(\.owner, 0...50)]
  static func may(_ change: RecordChange, _ pen: Pen, _ visitor: Visitor?) -> Bool {
    pen.owner.isEmpty || pen.owner == visitor?.name
  }
}

private struct Sheet: Records.Record {
  var title = ""
  static let fields: Fields<Sheet> = [.text(\.title, 1...50)]
}

/// The changes of all guides on one page.
@Suite struct SiteChangesTests {
  /// Returns changes such as "5@10 4@9!": number 5 at the time 10, and number 4, which the visitor
  /// may not see.
  private static func part(_ guide: String, _ text: String) -> ChangesPart {
    var versions: [RecordVersion] = []
    var lines: [Int: ChangeLine] = [:]
    for word in text.split(separator: " ") {
      let numbers = word.split { $0 == "@" || $0 == "!" }.compactMap { Int($0) }
      let date = Date(timeIntervalSince1970: Double(numbers[1]))
      versions.append(
        RecordVersion(
          number: numbers[0], record: "1", operation: "", size: 1, date: date, visitor: nil,
          kind: .add, before: nil, after: nil))
      if word.hasSuffix("!") { continue }
      lines[numbers[0]] = ChangeLine(
        date: Moment(date), number: numbers[0], title: nil, href: nil, drawing: nil, icon: .leaf,
        guide: ChangeLine.Guide(name: guide, title: guide), visitor: nil, kind: nil,
        differences: [], step: nil, isUndone: false)
    }
    return ChangesPart(guide: guide, versions: versions, lines: lines)
  }

  private static func names(_ merged: MergedChanges) -> [String] {
    merged.lines.map { "\($0.guide?.name ?? "")\($0.number)" }
  }

  /// The changes of two guides, the lines of a page, the numbers that older ones are before, and
  /// true if there are some.
  @Test(arguments: [
    ("5@10 4@8", "7@9 6@7", 4, "a5 b7 a4 b6", 4, 6, false),
    // The page is full.
    ("5@10 4@8", "7@9 6@7", 2, "a5 b7", 5, 7, true),
    // A guide of which nothing is shown goes on before what it has had by then.
    ("9@20 8@19", "1@1", 2, "a9 a8", 8, 2, true),
    ("9@20", "", 2, "a9", 9, 1, false),
    ("", "", 2, "", 1, 1, false),
    // What the visitor may not see takes no room.
    ("9@20! 8@19! 7@18", "5@10", 3, "a7 b5", 7, 5, false),
    // What comes after the changes that were read may be newer than those of another guide.
    ("9@20! 8@19! 7@18", "5@10", 2, "", 8, 6, true),
    // The clock of an instance is behind: the order of a guide is that of its numbers.
    ("5@10 4@12", "3@11", 4, "b3 a5 a4", 4, 3, false),
  ])
  func `Changes of guides are merged by their times`(
    _ a: String, _ b: String, _ length: Int, _ lines: String, _ beforeA: Int, _ beforeB: Int,
    _ isMore: Bool
  ) {
    let merged = MergedChanges(
      [Self.part("a", a), Self.part("b", b)], before: [:], length: length)
    #expect(Self.names(merged).joined(separator: " ") == lines)
    #expect(merged.before == ["a": beforeA, "b": beforeB])
    #expect(merged.isMore == isMore)
  }

  @Test func `A guide that could not be read goes on where it was`() {
    var failed = Self.part("a", "")
    failed.problem = "away"
    let merged = MergedChanges([failed, Self.part("b", "2@2")], before: ["a": 7])
    #expect(merged.before == ["a": 7, "b": 2])
  }

  @Test(arguments: 1...20) func `The pages have each change once`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let length = Int.random(in: 1...5, using: &random)
    let all = ["a", "b", "c"].map { guide in
      var time = 100
      let words = (0..<Int.random(in: 0...30, using: &random)).reversed().map { number in
        time -= Int.random(in: -1...4, using: &random)
        return "\(number + 1)@\(time)\(Bool.random(using: &random) ? "!" : "")"
      }
      return Self.part(guide, words.joined(separator: " "))
    }
    var before: [String: Int] = [:]
    var found: [String] = []
    while true {
      let parts = all.map { part in
        let versions = part.versions.filter { $0.number < before[part.guide] ?? .max }
        return ChangesPart(
          guide: part.guide, versions: Array(versions.prefix(length + 1)), lines: part.lines)
      }
      let merged = MergedChanges(parts, before: before, length: length)
      found += Self.names(merged)
      guard merged.isMore, merged.before != before else { break }
      before = merged.before
    }
    let expected = all.flatMap { part in part.lines.keys.map { "\(part.guide)\($0)" } }
    #expect(found.sorted() == expected.sorted())
  }

  @Test(arguments: [
    ("animals.120~loans.7", true), ("loans.7", true), ("7", false), ("loans.0", false),
    ("loans.-1", false), ("loans.7~", false), ("loans.x", false), ("a.b.7", false),
  ])
  func `The address of older changes names numbers by guide`(_ text: String, _ isValid: Bool) {
    let query = "change-kind=add&changes-before=\(text)"
    let location = try? SiteChangesLocation(parsing: NamedValues(parsing: query.utf8))
    #expect((location != nil) == isValid)
    if let location {
      let address = Href(path: ["changes"], query: location.queryItems)
      #expect(address.text == "/changes?\(query)")
    }
  }

  @Test func `The page names guides, follows rights, and filters`() async throws {
    let pens = try await MemoryGuide<Pen>(["1": Pen(name: "Mine", owner: "bo")])
    let sheets = try await MemoryGuide<Sheet>()
    for (minute, visitor, kind) in [
      (1, "bo", "old"), (2, "eve", "new <i>"), (-2_000, "bo", "past"),
    ] {
      let origin = ChangeOrigin(
        visitor: visitor, date: MemoryGuide<Sheet>.now + Double(minute * 60))
      try await sheets.file.write(
        RecordsOperation(id: kind, old: nil, new: Sheet(title: kind), by: origin))
    }
    #expect(sheets.root.keepsChanges)
    let source = SiteChanges(roots: [pens.root, sheets.root])
    func page(
      as visitor: String = "bo", _ change: (inout SiteChangesLocation) -> Void = { _ in }
    ) async throws -> String {
      var location = SiteChangesLocation()
      change(&location)
      return try await Visitor.$current.withValue(Visitor(name: visitor)) {
        if !source.isReady(at: location) { try await source.prepare(at: location) }
        #expect(source.isReady(at: location))
        guard case .page(let page) = source.response(at: location) else { throw TestError() }
        #expect(page.isForWriters && page.isPersonal && !page.isIncomplete)
        return page.content.renderedString()
      }
    }
    let all = try await page()
    for part in [
      "<li class=\"pens\">", "Pens · Added", "Sheets · Added", "new &lt;i&gt;", ">Mine</a>",
      "action=\"/pens/record/restore?dialog=history\"",
      "action=\"/sheets/record/restore?dialog=history\"", "href=\"/sheets?record=old\"",
      "eve</option>",
    ] {
      #expect(all.contains(part), "\(part)")
    }
    let rows: [(String, Int, @Sendable (inout SiteChangesLocation) -> Void)] = [
      ("bo", 4, { _ in }), ("eve", 3, { _ in }), ("bo", 2, { $0.filter.visitor = "bo" }),
      ("bo", 0, { $0.filter.kind = .undoing }), ("bo", 1, { $0.filter.day = Day(2024, 5, 2) }),
      ("bo", 1, { $0.before = ["sheets": 2, "pens": 1] }), ("bo", 2, { $0.before = ["sheets": 2] }),
    ]
    for (visitor, count, change) in rows {
      #expect(
        try await page(as: visitor, change).components(separatedBy: "<li ").count == count + 1)
    }
    #expect(try await page { $0.filter.visitor = "nobody" }.contains("No changes."))
  }
}
