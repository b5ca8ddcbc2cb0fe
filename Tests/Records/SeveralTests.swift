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

/// A tool that only its owner may change.
private struct Tool: Records.Record {
  var name = ""
  var shelf = Shelf.left
  var bought: Day? = Day(2024, 5, 1)
  var holder: Reference<Person>?
  var isLent = false
  var owner = "ada"

  enum Shelf: String, CaseIterable, Codable, Sendable { case left, right }

  static let fields: Fields<Tool> = [
    .text(\.name, 1...50), .choice(\.shelf), .day(\.bought), .reference(\.holder),
    .flag(\.isLent), .text(\.owner, 0...200).owner(),
  ]
  static let rules: [RecordRule<Tool>] = [
    .unique(\.name, \.shelf),
    .check(\.bought, message: "Enter a day after 1 January 2024.") { tool in
      tool.bought.map { $0 > Day(2024, 1, 1) } ?? true
    },
  ]

  static func may(_ change: RecordChange, _ tool: Tool, _ visitor: Visitor?) -> Bool {
    tool.owner == "ada"
  }
}

@Suite struct SeveralTests {
  private let people: MemoryGuide<Person>
  private let tools: MemoryGuide<Tool>

  init() async throws {
    people = try await MemoryGuide(["ada": Person(name: "Ada"), "bo": Person(name: "Bo")])
    tools = try await MemoryGuide(
      [
        "a": Tool(name: "Axe"), "b": Tool(name: "Bow", holder: Reference("bo")),
        "b2": Tool(name: "Bow", shelf: .right), "c": Tool(name: "Cart", owner: "bo"),
      ], referringTo: [people.root.records])
  }

  private var names: [String] { tools.store.snapshot.state.records.keys.sorted() }

  /// Returns the fields of the form on a page.
  private func fields(_ html: String) -> [(String, String)] {
    html.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)"/)
      .map { (String($0.1), String($0.2)) }
  }

  @Test func `The rows of a list get boxes`() throws {
    let list = try tools.html()
    #expect(list.contains("href=\"/tools?select=on\">Select</a>"))
    let selecting = try tools.html { $0.selection = .on }
    #expect(selecting.components(separatedBy: "name=\"selected\"").count == 5)
    #expect(!selecting.contains(" checked"))
    #expect(selecting.contains("href=\"/tools?select=all\">Select all 4</a>"))
    #expect(selecting.contains(" action=\"/tools/several/change?select=on\""))
    #expect(selecting.contains("formaction=\"/tools/several/delete?select=on\""))
    for field in ["shelf", "bought", "holder", "isLent"] {
      #expect(selecting.contains("<option value=\"\(field)\">"))
    }
    #expect(!selecting.contains("<option value=\"name\">"))
    let all = try tools.html { $0.selection = .all }
    #expect(all.components(separatedBy: " checked").count == 5)
  }

  @Test func `Several records are deleted at once, and brought back`() async throws {
    let question = try await tools.post(.deleteSeveral, [("selected", "a"), ("selected", "b")])
    #expect(question.status == 200)
    for part in [
      "Delete 2 tools?", "They are deleted for everyone", "<li dir=\"auto\">Axe</li>",
      "Yes, delete 2 tools",
    ] {
      #expect(question.text.contains(part))
    }
    #expect(names == ["a", "b", "b2", "c"])
    let form = fields(question.text)
    let deleted = try await tools.post(.deleteSeveral, form)
    let target = try #require(
      deleted.location.wholeMatch(of: /\/tools\?record=(new-[0-9a-f]+)&notice=deleted&several=2/))
    let operation = String(target.1)
    #expect(names == ["b2", "c"])
    #expect(try await tools.post(.deleteSeveral, form) == deleted)
    let notice = try tools.html {
      $0.record = operation
      $0.notice = .deleted
      $0.several = 2
    }
    #expect(notice.contains("2 tools deleted"))
    #expect(notice.contains("name=\"operation\" value=\"\(operation)\""))
    let undo = "undo-\(operation)"
    let made = try await tools.restore(operation).location
    #expect(made == "/tools?notice=undone&operation=\(undo)")
    let undone = try tools.html {
      $0.notice = .undone
      $0.change = undo
    }
    #expect(undone.contains("Undone: 2 tools"))
    #expect(try await tools.restore(operation).status == 303)
    #expect(names == ["a", "b", "b2", "c"])
    #expect(try await tools.file.history(of: "b").map(\.kind) == [.undoing, .delete, .add])
  }

  /// As after an update of the program, which has other choices.
  @Test func `A change is not undone to a value that is not valid any longer`() async throws {
    let old = Tool(name: "Axe")
    var new = old
    new.shelf = .right
    #expect(try await tools.post(.update, new, id: "a", version: old.version).status == 303)
    try await tools.file.file?.write { db in
      try db.execute(
        sql: "UPDATE history SET before = replace(before, 'left', 'top') WHERE kind = 'update'")
    }
    let change = try #require(try await tools.file.history(of: "a").first)
    let answer = try await tools.restore(change.operation)
    #expect(answer.status == 409)
    #expect(answer.text.contains("<bdi>Axe</bdi>: A value of it is not valid any longer."))
    #expect(tools.store.snapshot.state.records["a"] == new)
  }

  /// Returns the page with a notice.
  private func text(
    of record: String?, _ notice: RecordsNotice, _ several: Int
  ) throws -> String {
    try tools.html {
      $0.record = record
      $0.notice = notice
      $0.several = several
    }
  }

  @Test func `An address tells nothing that did not happen`() async throws {
    let question = try await tools.post(.deleteSeveral, [("selected", "a"), ("selected", "b")])
    let deleted = try await tools.post(.deleteSeveral, fields(question.text))
    let operation = try #require(deleted.location.firstMatch(of: /record=(new-[0-9a-f]+)/)).1
    #expect(try text(of: String(operation), .deleted, 5_000).contains("2 tools deleted"))
    for notice in RecordsNotice.allCases {
      for record in [nil, "c", "nobody", "a"] {
        // A page of one that does not exist has no notice.
        let page = (try? text(of: record, notice, 5_000)) ?? ""
        #expect(!page.contains("5,000"), "\(notice) \(record ?? "")")
      }
      guard notice != .imported else { continue }
      for record in [nil, "nobody"] {
        let page = (try? text(of: record, notice, 0)) ?? ""
        #expect(!page.contains(" was \(notice.rawValue)."), "\(notice) \(record ?? "")")
      }
    }
  }

  /// The ids of all forms are equal here.
  @Test func `Another form with the id of an operation is refused`() async throws {
    let deleted = try await tools.post(.deleteSeveral, [("selected", "a")])
    #expect(deleted.text.contains("It is deleted for everyone"))
    #expect(try await tools.post(.deleteSeveral, fields(deleted.text)).status == 303)
    let other = try await tools.post(.deleteSeveral, [("selected", "b")])
    #expect(try await tools.post(.deleteSeveral, fields(other.text)).status == 409)
    let changed = try await tools.post(
      .changeSeveral, [("selected", "b"), ("field", "isLent")])
    let answer = try await tools.post(.changeSeveral, fields(changed.text) + [("isLent", "yes")])
    #expect(answer.status == 422)
    #expect(names == ["b", "b2", "c"])
    #expect(tools.store.snapshot.state.records["b"]?.isLent == false)
  }

  @Test func `Records that cannot be deleted are named`() async throws {
    let refused = try await tools.post(.deleteSeveral, [("selected", "a"), ("selected", "c")])
    #expect(refused.text.contains("Delete 1 tool?"))
    #expect(refused.text.contains("<bdi>Cart</bdi>: You may not make this change to the tool."))
    let used = try await people.post(
      .deleteSeveral, [("selected", "ada"), ("selected", "bo")])
    #expect(used.text.contains("Delete 2 people?"), "an optional reference is cleared")
    #expect(try await people.post(.deleteSeveral, fields(used.text)).status == 303)
    #expect(tools.store.snapshot.state.records["b"]?.holder == nil)
  }

  @Test func `A record that was saved since the question stays`() async throws {
    let question = try await tools.post(.deleteSeveral, [("selected", "a"), ("selected", "b")])
    let old = Tool(name: "Axe")
    var new = old
    new.isLent = true
    #expect(try await tools.post(.update, new, id: "a", version: old.version).status == 303)
    let again = try await tools.post(.deleteSeveral, fields(question.text))
    #expect(again.status == 409)
    #expect(again.text.contains("<bdi>Axe</bdi>: Someone else saved it after you selected it."))
    #expect(names == ["a", "b", "b2", "c"])
    #expect(try await tools.post(.deleteSeveral, fields(again.text)).status == 303)
    #expect(names == ["a", "b2", "c"])
  }

  /// A field, its new value, and the text of the answer or the values of “a” and “b”.
  @Test(
    arguments: [
      ("shelf", "left", 303, "left left"), ("isLent", "yes", 303, "yes yes"),
      ("isLent", "", 303, " "), ("bought", "2024-06-01", 303, "2024-06-01 2024-06-01"),
      ("bought", "", 303, " "), ("holder", "ada", 303, "ada ada"), ("holder", "", 303, " "),
      ("bought", "soon", 422, "Enter a day like 2026-03-06."),
      ("holder", "eve", 422, "Choose the holder: Ada"), ("shelf", "", 422, "Choose the shelf."),
      ("bought", "2023-06-01", 422, "Axe</bdi>: Enter a day after 1 January 2024."),
      ("shelf", "right", 422, "Bow</bdi>: Another tool has this name and shelf."),
    ])
  func `A field is changed in several records`(
    _ name: String, _ value: String, _ status: Int, _ outcome: String
  ) async throws {
    let selected = [("selected", "a"), ("selected", "b"), ("field", name)]
    let question = try await tools.post(.changeSeveral, selected)
    #expect(question.status == 200)
    #expect(question.text.contains("id=\"\(name)\""))
    let answer = try await tools.post(
      .changeSeveral, fields(question.text) + (value.isEmpty ? [] : [(name, value)]))
    #expect(answer.status == status)
    guard status == 303 else {
      #expect(answer.text.contains(outcome))
      return
    }
    let target = try #require(
      answer.location.wholeMatch(of: /\/tools\?record=(new-[0-9a-f]+)&notice=saved&several=2/))
    // Both have the value already.
    let isNothing = name == "shelf" || name == "isLent" && value.isEmpty
    #expect(
      try text(of: String(target.1), .updated, 2).contains(/\d tools? changed/) == !isNothing)
    let field = try #require(Tool.fields[name])
    let values = ["a", "b"].compactMap { id in
      tools.store.snapshot.state.records[id].map { field.text(of: $0) }
    }
    #expect(
      values.joined(separator: " ") == (outcome == " " && name == "isLent" ? "no no" : outcome))
  }

  @Test func `Nothing is selected`() async throws {
    for event in [RecordsEvent.deleteSeveral, .changeSeveral] {
      let answer = try await tools.post(event, [("field", "shelf"), ("selected", "unknown")])
      #expect(answer.text.contains("Select some tools first"))
      #expect(!answer.text.contains("Yes, delete") && !answer.text.contains(">Save "))
    }
  }

  @Test func `The number of selected records is bounded`() async throws {
    let selected = (0...SeveralForm.limit).map { ("selected", "\($0)") }
    await #expect(throws: MalformedRequest.self) {
      try await tools.post(.deleteSeveral, selected)
    }
    await #expect(throws: MalformedRequest.self) {
      try await tools.post(.changeSeveral, [("selected", "a"), ("field", "name")])
    }
  }

  @Test func `An operation checks all its records`() throws {
    let state = tools.store.snapshot.state
    func check(_ edits: [RecordEdit<Tool>]) throws {
      _ = try RecordsReducer.reduce(
        state: state,
        action: .ui(.onTapChangeButton(RecordsOperation(id: "o", edits: edits))))
    }
    try check([RecordEdit(id: "n", old: nil, new: Tool(name: "New"))])
    #expect(throws: RecordsError.stale) {
      try check([RecordEdit(id: "a", old: Tool(name: "Adze"), new: nil)])
    }
    #expect(throws: RecordsError.stale) {
      try check([RecordEdit(id: "a", old: nil, new: Tool(name: "Adze"))])
    }
    // Within the operation, and outside of it.
    #expect(throws: FieldErrors<String>.self) {
      try check(["m", "n"].map { RecordEdit(id: $0, old: nil, new: Tool(name: "New")) })
    }
    #expect(throws: FieldErrors<String>.self) {
      try check([RecordEdit(id: "n", old: nil, new: Tool(name: "Axe"))])
    }
    // A value that is free afterwards.
    try check([
      RecordEdit(id: "a", old: Tool(name: "Axe"), new: Tool(name: "Adze")),
      RecordEdit(id: "n", old: nil, new: Tool(name: "Axe")),
    ])
  }
}

extension MemoryGuide {
  /// Posts fields of a form, of which some may have the same name.
  @discardableResult
  func post(_ event: RecordsEvent, _ fields: [(String, String)]) async throws -> Answered {
    try await root.post(event, fields)
  }
}
