import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import TestSupport
import Testing

@testable import Durable
@testable import Records

/// A book that its owner may change.
private struct Book: Records.Record {
  var title = ""
  var shelf = "A"
  var owner = ""

  static let fields: Fields<Book> = [
    .text(\.title, 1...50), .text(\.shelf, 0...50), .text(\.owner, 0...50),
  ]
  static let rules: [RecordRule<Book>] = [.unique(\.title)]

  static func may(_ change: RecordChange, _ book: Book, _ visitor: Visitor?) -> Bool {
    book.owner.isEmpty || book.owner == visitor?.name
  }
}

/// Every change can be undone, from memory and from the history, in both databases.
@Suite struct UndoTests {
  typealias Database = DurablePlace.Database

  private static let one = Book(title: "One")
  private static let two = Book(title: "Two", shelf: "B")

  /// Changes of two books.
  private enum Change: CaseIterable {
    case add, update, delete, several, importing, reset

    var operation: RecordsOperation<Book> {
      let other = Book(title: "Other")
      let edits: [RecordEdit<Book>] =
        switch self {
        case .add: [RecordEdit(id: "3", old: nil, new: other)]
        case .update: [RecordEdit(id: "1", old: one, new: other)]
        case .delete: [RecordEdit(id: "1", old: one, new: nil)]
        case .several:
          [
            RecordEdit(id: "1", old: one, new: Book(title: "One", shelf: "C")),
            RecordEdit(id: "2", old: two, new: Book(title: "Two", shelf: "C")),
          ]
        case .importing:
          [RecordEdit(id: "1", old: one, new: other)]
            + (3...300).map { RecordEdit(id: "\($0)", old: nil, new: Book(title: "\($0)")) }
        case .reset:
          [RecordEdit(id: "1", old: one, new: nil), RecordEdit(id: "3", old: nil, new: other)]
        }
      let cause: ChangeOrigin.Cause =
        switch self {
        case .importing: .importing
        case .reset: .reset
        default: .form
        }
      let isForSeveral = ![.add, .update, .delete].contains(self)
      return RecordsOperation(
        id: isForSeveral ? "op" : edits[0].id, edits: edits,
        by: ChangeOrigin(visitor: "anna", date: MemoryGuide<Book>.now, cause: cause),
        isForSeveral: isForSeveral)
    }
  }

  private func guide(in place: DurablePlace, with books: [String: Book] = [:]) async throws
    -> MemoryGuide<Book>
  {
    try await MemoryGuide(books, file: RecordsLog(in: try await place.storage()))
  }

  @Test(arguments: Change.allCases, Database.allCases)
  private func `A change is undone, and its undoing, also after a restart`(
    _ change: Change, _ database: Database
  ) async throws {
    let place = try DurablePlace(database)
    let before = ["1": Self.one, "2": Self.two]
    var guide = try await guide(in: place, with: before)
    try await guide.file.write(change.operation)
    let after = guide.records
    #expect(after != before)
    let key = change.operation.key
    for isLater in [false, true] {
      if isLater {
        try await guide.file.close()
        guide = try await self.guide(in: place)
        #expect(guide.store.snapshot.state.operations.isEmpty)
      }
      let undo = isLater ? "undo-undo-\(key)" : key
      for _ in 0..<2 {
        let answer = try await guide.post(.restore, [("operation", undo)])
        #expect(answer.status == 303 && answer.location.contains("notice=undone"), "\(answer)")
        #expect(guide.records == before)
      }
      if !isLater {
        // The undoing is undone, which is the change again.
        #expect(try await guide.post(.restore, [("operation", "undo-\(key)")]).status == 303)
        #expect(guide.records == after)
        let page = try guide.html {
          $0.notice = .undone
          $0.change = "undo-undo-\(key)"
        }
        #expect(page.contains("Redone: ") && page.contains("<button>Undo</button>"))
      }
    }
    // The undoing was undone twice: the change itself is undone again.
    #expect(try await guide.post(.restore, [("operation", "undo-\(key)")]).status == 303)
    #expect(guide.records == after)
    #expect(try await guide.post(.restore, [("operation", key)]).status == 303)
    #expect(guide.records == before)
    let lines = try await guide.file.changes(VersionQuery.operations).dropFirst(2).map(\.self)
    #expect(lines.map(\.kind.rawValue).prefix(3) == ["undo", "undo", "undo"])
    #expect(lines[3].size == change.operation.edits.count)
    #expect(lines[3].visitor == "anna")
  }

  @Test(arguments: Database.allCases)
  func `Lists begin with what was changed last, also after a restart`(_ database: Database)
    async throws
  {
    let place = try DurablePlace(database)
    var guide = try await guide(in: place)
    func write(_ id: String, _ old: Book?, _ new: Book?) async throws {
      try await guide.file.write(RecordsOperation(id: id, old: old, new: new))
    }
    for title in ["A", "B", "C", "D", "E"] { try await write(title, nil, Book(title: title)) }
    try await write("B", Book(title: "B"), Book(title: "B", shelf: "Z"))
    try await write("D", Book(title: "D"), nil)
    for (id, title) in [("C", "CC"), ("A", "AA")] {
      try await write(id, Book(title: id), Book(title: title))
    }
    let location = RecordsLocation<Book>().with { $0.order = "changed" }
    func listed() -> [String] {
      let state = guide.store.snapshot.state
      return ListCache().list(state.list, at: location, in: RecordsContext()).map(\.entry.id)
    }
    #expect(listed() == ["A", "C", "B", "E"])
    try await guide.file.close()
    // A record without a history is the last one.
    try await place.execute("DELETE FROM history WHERE record = 'C'", on: "books")
    guide = try await self.guide(in: place)
    #expect(listed() == ["A", "B", "E", "C"])
    try await write("E", Book(title: "E"), Book(title: "EE"))
    #expect(listed() == ["E", "A", "B", "C"])
    #expect(location.href.text == "/books?order=changed")
    #expect(try guide.html { $0.order = "changed" }.contains(">Last changed first</a>"))
  }

  @Test func `What was changed since stays, and is named`() async throws {
    let guide = try await MemoryGuide(["1": Self.one, "2": Self.two])
    try await guide.file.write(Change.several.operation)
    try await guide.file.write(
      RecordsOperation(
        id: "1", old: Book(title: "One", shelf: "C"), new: Book(title: "Mine", shelf: "D"),
        by: ChangeOrigin(date: MemoryGuide<Book>.now)))
    let answer = try await guide.post(.restore, [("operation", "op")])
    #expect(guide.records == ["1": Book(title: "Mine", shelf: "D"), "2": Self.two])
    let page = try guide.html {
      $0.notice = .undone
      $0.change = "undo-op"
    }
    #expect(answer.status == 303)
    #expect(page.contains("Undone: Two. Changed since, and left as it is: <bdi>Mine</bdi>"))
    #expect(page.contains("<button>Redo</button>"))
    // Nothing is left to undo.
    let history = try await guide.file.changes(VersionQuery.operations).map(\.kind.rawValue)
    #expect(history.prefix(3) == ["undo", "update", "update"])
  }

  /// Reasons why nothing of a change can be undone.
  @Test(arguments: ["changed", "name taken", "right", "unknown"])
  func `A change that cannot be undone says why`(_ reason: String) async throws {
    let guide = try await MemoryGuide(["1": Self.one, "2": Self.two])
    let owned = Book(title: "Other", owner: reason == "right" ? "bo" : "")
    let update = RecordsOperation(id: "1", old: Self.one, new: owned)
    try await guide.file.write(update)
    switch reason {
    case "changed":
      try await guide.file.write(RecordsOperation(id: "1", old: owned, new: Book(title: "New")))
    case "name taken":
      try await guide.file.write(RecordsOperation(id: "2", old: Self.two, new: Self.one))
    default: break
    }
    let before = guide.records
    let key = reason == "unknown" ? "nothing" : update.key
    let answer = try await guide.post(.restore, [("operation", key)])
    let (status, sentence) =
      switch reason {
      case "changed": (409, "It was changed since.")
      case "name taken": (409, "Another book has this title.")
      case "right": (409, "You may not make this change to the book.")
      default: (404, "Changes are kept for 365 days")
      }
    #expect(answer.status == status)
    #expect(answer.text.contains(sentence), "\(answer.text)")
    #expect(guide.records == before)
  }

  @Test func `The page of changes shows operations, a page at a time, and filters them`()
    async throws
  {
    let guide = try await MemoryGuide<Book>()
    for number in 1...150 {
      let visitor = number % 2 == 0 ? "anna" : "ben <i>"
      try await guide.file.write(
        RecordsOperation(
          id: "\(number)", old: nil, new: Book(title: "No. \(number)"),
          by: ChangeOrigin(
            visitor: visitor,
            date: Date(timeIntervalSince1970: 1_714_700_000 + Double(number) * 700))))
    }
    try await guide.file.write(
      RecordsOperation(
        id: "op",
        edits: (1...40).map {
          let old = Book(title: "No. \($0)")
          return RecordEdit(id: "\($0)", old: old, new: Book(title: old.title, shelf: "Z"))
        }, by: ChangeOrigin(visitor: "anna", date: MemoryGuide<Book>.now), isForSeveral: true))
    func page(_ change: (inout RecordsLocation<Book>) -> Void) async throws -> String {
      let location = RecordsLocation<Book>().with {
        $0.dialog = .history
        change(&$0)
      }
      try await guide.root.prepare(at: location)
      return Answered(guide.root.response(at: location)).text
    }
    let first = try await page { _ in }
    #expect(first.components(separatedBy: "<li>").count == 101)
    for part in [
      "<bdi>40 books</bdi>", "Shelf <ins dir=\"auto\">Z</ins>", "<h2>Today, times in UTC</h2>",
      "Yesterday</h2>", "No. 150", "changes-before=52", "ben &lt;i&gt;",
    ] {
      #expect(first.contains(part), "\(part)")
    }
    #expect(!first.contains("No. 51<"))
    let rest = try await page { $0.changes.before = 52 }
    #expect(rest.components(separatedBy: "<li>").count == 52)
    #expect(rest.contains("No. 51<") && !rest.contains("No. 52<"))
    let rows: [(Int, @Sendable (inout ChangesFilter) -> Void)] = [
      (76, { $0.visitor = "anna" }), (75, { $0.visitor = "ben <i>" }), (0, { $0.visitor = "eve" }),
      (1, { $0.kind = .update }), (100, { $0.kind = .add }),
      (0, { $0.day = Day(2024, 4, 1) }), (36, { $0.day = Day(2024, 5, 4) }),
    ]
    for (count, filter) in rows {
      let found = try await page { filter(&$0.changes) }
      #expect(found.components(separatedBy: "<li>").count == count + 1)
    }
    // The history of a record has the operations on several.
    #expect(try await page { $0.record = "7" }.components(separatedBy: "<li>").count == 3)
  }

  @Test func `The changes of records are shown to those who may change them`() async throws {
    let guide = try await MemoryGuide(["1": Book(title: "Mine", owner: "bo"), "2": Self.two])
    let location = RecordsLocation<Book>().with { $0.dialog = .history }
    for (visitor, isShown) in [(Visitor(name: "bo"), true), (Visitor(name: "eve"), false)] {
      try await Visitor.$current.withValue(visitor) {
        try await guide.root.prepare(at: location)
        let text = Answered(guide.root.response(at: location)).text
        #expect(text.contains("Mine") == isShown)
        #expect(text.contains("Two"))
      }
    }
  }
}

extension VersionQuery {
  /// The operations, the newest first.
  fileprivate static var operations: VersionQuery {
    var query = VersionQuery()
    query.isOfOperations = true
    return query
  }
}

extension MemoryGuide {
  fileprivate var records: [String: Entity] {
    Dictionary(uniqueKeysWithValues: store.snapshot.state.records.map { ($0, $1) })
  }
}
