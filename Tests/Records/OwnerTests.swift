import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import Testing

@testable import Records

/// A note that its author and editors-in-chief may change.
private struct Note: Record {
  var text = ""
  var author = "nobody"

  static let fields: Fields<Note> = [.text(\.text, 1...50), .text(\.author, 0...200).owner()]

  static let filters = [ListFilter<Note>("Without visitor") { _, _ in Visitor.current == nil }]

  static func may(_ change: RecordChange, _ note: Note, _ visitor: Visitor?) -> Bool {
    switch change {
    case .add: note.text != "forbidden"
    case .update: visitor?.name == note.author
    case .delete: visitor?.roles.contains("chief") == true
    }
  }
}

@Suite struct OwnerTests {
  private static let ada = Visitor(name: "ada")
  private static let bob = Visitor(name: "bob", roles: ["chief"])

  @Test(
    arguments: [(nil, "nobody"), (ada, "ada"), (bob, "bob")] as [(Visitor?, String)])
  func `A record has the name of the visitor who has added it`(
    visitor: Visitor?, author: String
  ) async throws {
    let notes = try await MemoryGuide<Note>()
    let answer = try await Visitor.$current.withValue(visitor) {
      // A field of the form is not read.
      try await notes.post(.add, Note(text: "Hello"), id: "new", ["author": "mallory"])
    }
    #expect(answer.status == 303)
    #expect(notes.store.snapshot.state.records["new"] == Note(text: "Hello", author: author))
  }

  @Test(
    arguments: [
      (.add, "forbidden", ada, 403), (.add, "allowed", nil, 303), (.update, "new", ada, 303),
      (.update, "new", bob, 403), (.update, "new", nil, 403), (.delete, "", bob, 303),
      (.delete, "", ada, 403),
    ] as [(RecordsEvent, String, Visitor?, Int)])
  func `A change is made by those who may`(
    event: RecordsEvent, text: String, visitor: Visitor?, status: Int
  ) async throws {
    let note = Note(text: "old", author: "ada")
    let notes = try await MemoryGuide<Note>(["1": note])
    let answer = try await Visitor.$current.withValue(visitor) {
      try await notes.post(
        event, Note(text: text), id: event == .add ? "new" : "1",
        version: event == .add ? nil : note.version)
    }
    #expect(answer.status == status)
    guard status == 403 else { return }
    #expect(notes.store.snapshot.state.records == ["1": note])
    let name = visitor.map { "“\($0.name)” may" } ?? "You may"
    #expect(answer.text.contains("\(name) not make this change to the note."))
    // What was typed is kept.
    #expect(event == .delete || answer.text.contains("value=\"\(text)\""))
  }

  @Test(
    arguments: [(nil, false, false), (ada, true, false), (bob, false, true)]
      as [(Visitor?, Bool, Bool)])
  func `A page offers what its visitor may do`(
    visitor: Visitor?, edits: Bool, deletes: Bool
  ) async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "old", author: "ada")])
    let page = try Visitor.$current.withValue(visitor) { try notes.html { $0.record = "1" } }
    #expect(page.contains("dialog=edit") == edits)
    #expect(page.contains("dialog=delete") == deletes)
    #expect(page.contains("dialog=add"))
  }

  @Test(
    arguments: [
      (RecordsDialog.edit, ada, true), (.edit, bob, false), (.delete, ada, false),
      (.delete, bob, true), (.add, bob, true), (.edit, nil, true),
    ]
      as [(RecordsDialog, Visitor?, Bool)])
  func `A dialog opens for those who may make its change`(
    dialog: RecordsDialog, visitor: Visitor?, opens: Bool
  ) async throws {
    let notes = try await MemoryGuide<Note>(["1": Note(text: "old", author: "ada")])
    let location = RecordsLocation<Note>().with {
      $0.record = dialog == .add ? nil : "1"
      $0.dialog = dialog
    }
    let response = Visitor.$current.withValue(visitor) { notes.root.response(at: location) }
    switch response {
    case .page: #expect(opens)
    case .seeOther(let href):
      #expect(!opens && !href.text.contains("dialog"))
    case .notFound: Issue.record("The record exists.")
    }
  }

  @Test func `A list that is kept for all is that of no visitor`() async throws {
    let notes = try await MemoryGuide<Note>([
      "1": Note(text: "first", author: "ada"), "2": Note(text: "second", author: "bob"),
    ])
    for visitor in [Self.ada, Self.bob, nil] {
      let page = try Visitor.$current.withValue(visitor) {
        try notes.html { $0.filter = "withoutVisitor" }
      }
      #expect(page.contains("first") && page.contains("second"))
    }
  }

  @Test func `An owner stays after an update`() async throws {
    let note = Note(text: "old", author: "ada")
    let notes = try await MemoryGuide<Note>(["1": note])
    let answer = try await Visitor.$current.withValue(Self.ada) {
      try await notes.post(
        .update, Note(text: "new"), id: "1", version: note.version, ["author": "mallory"])
    }
    #expect(answer.status == 303)
    #expect(notes.store.snapshot.state.records["1"] == Note(text: "new", author: "ada"))
  }
}
