import Durable
import Foundation
import GRDB
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import Storage
import TestSupport
import Testing

@testable import Records

/// A note with a short history, which its author may change.
private struct Note: Records.Record {
  var text = ""
  var topic: Reference<Person>?
  var author = "nobody"

  static let fields: Fields<Note> = [
    .text(\.text, 1...50), .reference(\.topic, whenDeleted: .refuse),
    .text(\.author, 0...200).owner(),
  ]
  static let history = HistoryLimit(versions: 3, days: 30)

  static func may(_ change: RecordChange, _ note: Note, _ visitor: Visitor?) -> Bool {
    change == .delete || visitor?.name == note.author || visitor == nil
  }
}

/// A note without a history.
private struct Scrap: Records.Record {
  var text = ""
  static let fields: Fields<Scrap> = [.text(\.text, 1...50)]
  static let history = HistoryLimit.none
}

@Suite struct HistoryTests {
  private static let ada = Visitor(name: "ada <b>")
  /// The time of all changes in the keys of their operations.
  private static let time = String(
    Int(MemoryGuide<Note>.now.timeIntervalSince1970) * 1_000, radix: 36)

  /// Returns the query of a history.
  private func history<Entity>(
    of id: String, in guide: MemoryGuide<Entity>
  ) async throws -> Answered {
    let location = RecordsLocation<Entity>().with {
      $0.record = id
      $0.dialog = .history
    }
    if !guide.root.isReady(at: location) { try await guide.root.prepare(at: location) }
    return Answered(guide.root.response(at: location))
  }

  private func changed(_ text: String, from note: Note, in guide: MemoryGuide<Note>) async throws {
    var new = note
    new.text = text
    #expect(
      try await guide.post(.update, new, id: "1", version: note.version).status == 303)
  }

  @Test func `A history says who changed what and when`() async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "One", author: "ada <b>")])
    try await Visitor.$current.withValue(Self.ada) {
      try await changed("<script>", from: Note(text: "One", author: "ada <b>"), in: notes)
    }
    let page = try await history(of: "1", in: notes)
    #expect(page.status == 200)
    for part in [
      "href=\"/notes?record=1\" dir=\"auto\">&lt;script&gt;</a>", "<h2>Today, times in UTC</h2>",
      "07:06</time>", "<bdi>ada &lt;b&gt;</bdi>: ",
      "Text <del dir=\"auto\">One</del> to <ins dir=\"auto\">&lt;script&gt;</ins>",
      "Added", "The last 3 changes of each note are kept for 30 days.",
    ] {
      #expect(page.text.contains(part), "\(part)")
    }
    #expect(!page.text.contains("<script>"))
    // The present version can be undone, and the earlier one is that before it.
    #expect(page.text.components(separatedBy: "name=\"operation\"").count == 2)
    #expect(page.text.components(separatedBy: "name=\"number\"").count == 2)
  }

  @Test func `A version is restored, and that is part of the history`() async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "One")])
    try await changed("Two", from: Note(text: "One"), in: notes)
    let version = Note(text: "Two").version
    let answer = try await notes.restore("1", number: "1", version: version)
    #expect(answer.location == "/notes?record=1&notice=restored&operation=1-\(Self.time)")
    #expect(notes.store.snapshot.state.records["1"] == Note(text: "One"))
    let page = try await history(of: "1", in: notes).text
    #expect(page.contains("Text <del dir=\"auto\">Two</del> to <ins dir=\"auto\">One</ins>"))
    let kinds = try await notes.file.history(of: "1").map(\.kind)
    #expect(kinds == [.restore, .update, .add])
    // The page that was posted is out of date.
    let again = try await notes.restore("1", number: "2", version: version)
    #expect(again.status == 409)
    #expect(again.text.contains("Changed while you were editing"))
  }

  @Test func `A deletion is undone by its notice, also twice`() async throws {
    let note = Note(text: "One", author: "ada")
    let notes = try await MemoryGuide<Note>(["1": note])
    _ = try await notes.post(.delete, note, id: "1", version: note.version)
    let notice = try notes.html {
      $0.record = "1"
      $0.notice = .deleted
    }
    #expect(notice.contains("action=\"/notes/record/restore\""))
    for _ in 0..<2 {
      let undone = try await notes.restore("1").location
      #expect(undone == "/notes?record=1&notice=undone&operation=undo-1-\(Self.time)")
      #expect(notes.store.snapshot.state.records["1"] == note)
    }
    #expect(try await notes.file.history(of: "1").map(\.kind) == [.undoing, .delete, .add])
  }

  @Test func `A deletion is undone from the history after a restart`() async throws {
    let folder = try DatabaseFolder(for: "notes.sqlite")
    let note = Note(text: "One")
    let notes = try await MemoryGuide<Note>(["1": note], file: RecordsLog(url: folder.file))
    _ = try await notes.post(.delete, note, id: "1", version: note.version)
    #expect(try await history(of: "1", in: notes).text.contains("Deleted"))
    try await notes.file.close()
    let later = try await MemoryGuide<Note>(file: RecordsLog(url: folder.file))
    #expect(try await history(of: "1", in: later).text.contains(">One</a>"))
    #expect(try await later.restore("1", number: "2").status == 303)
    #expect(later.store.snapshot.state.records["1"] == note)
    #expect(try await history(of: "unknown", in: later).status == 404)
    #expect(try await later.restore("unknown").status == 404)
    #expect(try await later.restore("unknown", number: "7").status == 404)
  }

  @Test func `The page of a deleted record leads to its history`() async throws {
    let note = Note(text: "One")
    let notes = try await MemoryGuide<Note>(["1": note])
    _ = try await notes.post(.delete, note, id: "1", version: note.version)
    var location = RecordsLocation<Note>()
    location.record = "1"
    guard case .notFound(let missing) = notes.root.response(at: location) else {
      throw TestError()
    }
    #expect(missing.links.first?.href.text == "/notes?record=1&dialog=history")
  }

  @Test func `A version that is no longer valid is shown with the reason`() async throws {
    let people = try await MemoryGuide(["ada": Person(name: "Ada")])
    let note = Note(text: "One", topic: Reference("ada"))
    let notes = try await MemoryGuide<Note>(["1": note], referringTo: [people.root.records])
    _ = try await notes.post(.delete, note, id: "1", version: note.version)
    _ = try await people.post(
      .delete, Person(name: "Ada"), id: "ada", version: Person(name: "Ada").version)
    let answer = try await notes.restore("1")
    #expect(answer.status == 409)
    #expect(answer.text.contains("<bdi>One</bdi>: Choose the topic."))
    #expect(notes.store.snapshot.state.records["1"] == nil)
  }

  @Test func `A version is restored by those who may`() async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "One", author: "bo")])
    try await changed("Two", from: Note(text: "One", author: "bo"), in: notes)
    let version = Note(text: "Two", author: "bo").version
    let refused = try await Visitor.$current.withValue(Self.ada) {
      try await notes.restore("1", number: "1", version: version)
    }
    #expect(refused.status == 403)
    #expect(refused.text.contains("may not make this change to the note."))
    #expect(try await notes.restore("1", number: "1", version: version).status == 303)
    // A field that the program sets stays.
    #expect(notes.store.snapshot.state.records["1"]?.author == "bo")
  }

  @Test func `A field that was added later keeps its value`() async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "One", topic: Reference("x"))])
    try await changed("Two", from: Note(text: "One", topic: Reference("x")), in: notes)
    for (json, number, expected) in [
      (#"{"text":"Zero"}"#, "1", Note(text: "Zero", topic: Reference("x"))),
      (#"{"topic":null}"#, "1", Note(text: "Zero")),
    ] {
      try await notes.file.file?.write { db in
        try db.execute(
          sql: "UPDATE history SET after = ? WHERE number = 1", arguments: [json])
      }
      let version = notes.store.snapshot.state.records["1"]?.version
      #expect(try await notes.restore("1", number: number, version: version).status == 303)
      #expect(notes.store.snapshot.state.records["1"] == expected)
    }
  }

  @Test func `A type can have no history`() async throws {
    let scraps = try await MemoryGuide<Scrap>(["1": Scrap(text: "One")])
    #expect(try await history(of: "1", in: scraps).text.contains("class=\"changes\"") == false)
    #expect(try !scraps.html { $0.record = "1" }.contains("dialog=history"))
    #expect(try await scraps.file.history(of: "1").isEmpty)
    _ = try await scraps.post(
      .delete, Scrap(text: "One"), id: "1", version: Scrap(text: "One").version)
    #expect(try await scraps.restore("1").status == 303)
    #expect(scraps.store.snapshot.state.records["1"] == Scrap(text: "One"))
  }

  @Test func `An open page shows a change of its record, and no other change`() async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "One"), "2": Note(text: "Other")])
    _ = try await history(of: "1", in: notes)
    let page = try notes.page {
      $0.record = "1"
      $0.dialog = .history
    }
    #expect(page.dependencies.allSatisfy { $0.isUpToDate() })
    _ = try await notes.post(
      .delete, Note(text: "Other"), id: "2", version: Note(text: "Other").version)
    try await changed("Two", from: Note(text: "One"), in: notes)
    #expect(!page.dependencies.allSatisfy { $0.isUpToDate() })
    // It is made at once, and again when the history has been read.
    let location = RecordsLocation<Note>().with {
      $0.record = "1"
      $0.dialog = .history
    }
    let early = try notes.page { $0 = location }
    #expect(early.isIncomplete)
    try await notes.root.prepare(at: location)
    #expect(!early.dependencies.allSatisfy { $0.isUpToDate() })
    let late = try notes.page { $0 = location }
    #expect(
      !late.isIncomplete && late.content.renderedString().contains("<ins dir=\"auto\">Two</ins>"))
  }

  @Test func `A history that cannot be read says so`() async throws {
    let guide = PlantsGuide()
    let location = PlantsLocation().with {
      $0.record = "F"
      $0.dialog = .history
    }
    _ = try await guide.get(.init())
    guide.disk.isFull = true
    let page = try await guide.get(location)
    #expect(page.text.contains("The changes could not be read. The disk is full."))
    guide.disk.isFull = false
    #expect(try await !guide.get(location).text.contains("could not be read"))
  }

  /// Contents with fields that were added or retired later, or that are damaged.
  @Test(
    arguments: [
      (#"{"name":"Fern","height":3}"#, "Fern", "3 cm"), (#"{"name":"Fern"}"#, "Fern", ""),
      (#"{"name":"F\"\\\n\u0001é🌱","gone":1.5,"height":null}"#, "F\"\\\n\u{1}é🌱", ""),
      (#"{"height":"tall"}"#, "", "tall"), ("{}", "", ""),
    ])
  func `A content is read whatever its fields`(
    json: String, name: String, height: String
  ) throws {
    let content = try #require(RecordContent(json: json))
    let fields = Plant.fields
    #expect(try content.shown(#require(fields["name"]), in: .init()) == name)
    #expect(try content.shown(#require(fields["height"]), in: .init()) == height)
  }

  @Test(arguments: ["", "[]", "{", #"{"name":[]}"#, #"{"name":{}}"#])
  func `A damaged content is no content`(_ json: String) {
    #expect(RecordContent(json: json) == nil)
  }

  @Test func `Histories of many open pages are kept, but not of all`() async {
    let histories = Histories(changes: { _ in [] })
    func kept(_ numbers: ClosedRange<Int>) -> Int {
      numbers.count { histories.reading(VersionQuery(record: "\($0)"), at: 0)?.isCurrent == true }
    }
    func load(_ number: Int) async {
      await histories.load(VersionQuery(record: "\(number)"), after: 0)
    }
    for number in 1...1_000 { await load(number) }
    #expect(kept(1...1_000) == 1_000)
    for number in 1_001...3_000 { await load(number) }
    #expect(kept(1...3_000) == 2_048)
    #expect(kept(3_000...3_000) == 1)
  }
}

extension MemoryGuide {
  /// Posts the form that restores a version.
  func restore(
    _ id: String, number: String? = nil, version: String? = nil
  ) async throws -> Answered {
    try await post(
      .restore, [("id", id), ("number", number ?? ""), ("version", version ?? "")])
  }
}
