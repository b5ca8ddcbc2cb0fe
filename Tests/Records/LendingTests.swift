import Durable
import Foundation
import GRDB
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import Storage
import Synchronization
import TestSupport
import Testing

@testable import Records

/// A guide of any records, with its database in memory and a clock that stands still.
final class MemoryGuide<Entity: Records.Record>: Sendable {
  typealias Root = RecordsRoot<Entity, RecordsPage<Entity>.Presenter>

  /// 4 May 2024, 07:06 UTC.
  static var now: Date { Date(timeIntervalSince1970: 1_714_806_408) }

  let store: Store<RecordsState<Entity>, RecordsAction<Entity>>
  let root: Root
  let file: RecordsLog<Entity>
  private let listener: RecordsListener<Entity>

  init(
    _ records: [String: Entity] = [:], file: RecordsLog<Entity> = RecordsLog(url: nil),
    referringTo sources: [RecordsSource] = [],
    reducer: @escaping Reducer<RecordsState<Entity>, RecordsAction<Entity>> =
      RecordsReducer.reduce,
    timeout: Duration = .seconds(5),
    makeID: @escaping @Sendable () -> String = { "new" }
  ) async throws {
    store = Store(initialState: .init(), reducer: reducer)
    self.file = file
    for (id, record) in records { try await file.add(Entry(id: id, record: record)) }
    listener = RecordsListener(storage: file)
    listener.listen(to: store)
    root = Root(
      store: store, timeout: timeout, referringTo: sources, now: { Self.now },
      changes: { try await file.changes($0) },
      hasPerformed: { try await file.hasPerformed($0) }, makeID: makeID)
    try await root.prepare(at: .init())
  }

  deinit { listener.stop() }

  /// Stops to perform operations when the records are loaded: what is requested from then on is
  /// never done.
  func hang() async throws {
    try await eventually("the records are loaded") { self.store.snapshot.state.status == .success }
    listener.stop()
  }

  func page(_ change: (inout RecordsLocation<Entity>) -> Void = { _ in }) throws -> Page<
    RecordsPage<Entity>.Presenter
  > {
    guard case .page(let page) = root.response(at: RecordsLocation().with(change)) else {
      throw TestError()
    }
    return page
  }

  func html(_ change: (inout RecordsLocation<Entity>) -> Void = { _ in }) throws -> String {
    try page(change).content.renderedString()
  }

  /// Posts the form of a record, with some other values.
  func post(
    _ event: RecordsEvent, _ record: Entity, id: String, version: String? = nil,
    _ values: [String: String?] = [:]
  ) async throws -> (status: Int, text: String) {
    var form: [String: String] = Dictionary(
      uniqueKeysWithValues: Entity.fields.editable.map { ($0.name, $0.text(of: record)) })
    form["id"] = id
    form["version"] = version
    for (name, value) in values { form[name] = value }
    let answer = try await root.post(event, form.map { ($0.key, $0.value) })
    return (answer.status, answer.status == 303 ? answer.location : answer.text)
  }
}

/// Rules, computed fields, orders, filters and references.
@Suite struct LendingTests {
  private static let ada = Person(name: "Ada")
  private let people: MemoryGuide<Person>
  private let loans: MemoryGuide<Loan>

  private static let dune = Loan(
    title: "Dune", isbn: "978", copy: 1, borrower: Reference("ada"), due: Day(2024, 5, 3),
    handedOver: Date(timeIntervalSince1970: 1_714_806_360), note: "One.\nTwo.")

  init() async throws {
    people = try await MemoryGuide(["ada": Self.ada, "bo": Person(name: "Bo", email: "bo@a.org")])
    loans = try await MemoryGuide(
      [
        "dune": Self.dune,
        "emma": Loan(
          title: "Emma", borrower: Reference("bo"), guarantor: Reference("ada"),
          due: Day(2024, 5, 9)),
        "faust": Loan(title: "Faust", borrower: Reference("ada"), returned: true),
        "godot": Loan(title: "Godot", borrower: Reference("bo"), due: Day(2024, 5, 1)),
      ], referringTo: [people.root.records])
  }

  // MARK: Rules

  /// The values that differ from a valid form, the field and its message.
  @Test(
    arguments: [
      (
        ["isbn": "978"], "isbn",
        "Another loan has this ISBN. <a href=\"/loans?record=dune\">Dune</a>"
      ),
      (
        ["title": "Dune", "copy": "1"], "title",
        "Another loan has this title and copy. <a href=\"/loans?record=dune\">Dune</a>"
      ),
      (["due": "2024-05-01"], "due", "Enter a day after the loan."),
      (["due": "2024-04-31"], "due", "Enter a day like 2026-03-06."),
      (["borrower": "eve"], "borrower", "Choose the borrower: Ada, Bo."),
      (["borrower": ""], "borrower", "Choose the borrower."),
      (["guarantor": "eve"], "guarantor", "Choose the guarantor: Ada, Bo."),
    ])
  func `A broken rule is reported at its field`(
    _ values: [String: String], _ name: String, _ message: String
  ) async throws {
    let loan = Loan(title: "Hamlet", borrower: Reference("ada"))
    let answer = try await loans.post(.add, loan, id: "new", values)
    #expect(answer.status == 422)
    #expect(answer.text.contains("<p class=\"error\" id=\"\(name)-error\">\(message)</p>"))
    #expect(loans.store.snapshot.state.records["new"] == nil)
  }

  @Test func `Rules are reported together with the errors of fields`() async throws {
    let answer = try await loans.post(
      .add, Loan(borrower: Reference("ada")), id: "new", ["due": "2024-04-01"])
    #expect(answer.text.contains("Enter the title."))
    #expect(answer.text.contains("Enter a day after the loan."))
    // A rule about an invalid field would be a guess.
    let invalid = try await loans.post(
      .add, Loan(title: "Hamlet"), id: "new", ["due": "2024-04-01", "lent": "soon"])
    #expect(!invalid.text.contains("Enter a day after the loan."))
    // A calendar cannot show what was typed.
    #expect(invalid.text.contains(#"<input type="text" id="lent""#))
    #expect(invalid.text.contains(#"value="soon""#))
  }

  @Test(arguments: [
    Loan(title: "Dune", copy: 2), Loan(title: "Dune"), Loan(title: "Hamlet", isbn: ""),
  ])
  func `Missing and other values do not collide`(_ loan: Loan) async throws {
    #expect(try await loans.post(.add, loan, id: "one", ["borrower": "bo"]).status == 303)
    #expect(
      try await loans.post(.add, loan, id: "two", ["borrower": "bo", "copy": ""]).status == 303)
  }

  @Test func `A record does not collide with itself`() async throws {
    let answer = try await loans.post(
      .update, Self.dune, id: "dune", version: Self.dune.version, ["note": "Three."])
    #expect(answer.status == 303)
  }

  @Test func `Of several equal records that are added at once one is saved`() async throws {
    let statuses = try await withThrowingTaskGroup { group in
      for number in 0..<8 {
        group.addTask {
          try await loans.post(
            .add, Loan(title: "\(number)", isbn: "1", borrower: Reference("bo")), id: "\(number)"
          ).status
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.sorted() == [303] + Array(repeating: 422, count: 7))
  }

  @Test func `A reducer of one's own refuses with its message`() async throws {
    struct Closed: LocalizedError {
      var errorDescription: String? { "The library is closed." }
    }
    let guide = try await MemoryGuide<Person>(
      ["ada": Self.ada],
      reducer: { state, action in
        if case .ui(.onTapAddButton(_, let person, _)) = action, person.name == "Eve" {
          throw Closed()
        }
        if case .ui(.onTapDeleteButton) = action { throw Closed() }
        return try RecordsReducer.reduce(state: state, action: action)
      })
    let answer = try await guide.post(.add, Person(name: "Eve"), id: "eve")
    #expect(answer.status == 422)
    #expect(answer.text.contains("The library is closed."))
    #expect(answer.text.contains("value=\"Eve\""))
    let deletion = try await guide.post(.delete, Self.ada, id: "ada", version: Self.ada.version)
    #expect(deletion.status == 422)
    #expect(deletion.text.contains("The library is closed."))
  }

  @Test func `Read-only fields are kept`() async throws {
    var stored = Self.dune
    stored.clerk = "Bo"
    let loans = try await MemoryGuide(["dune": stored], referringTo: [people.root.records])
    let answer = try await loans.post(
      .update, stored, id: "dune", version: stored.version, ["title": "Dune 2", "clerk": "Eve"])
    #expect(answer.status == 303)
    #expect(loans.store.snapshot.state.records["dune"]?.clerk == "Bo")
    let form = try loans.html {
      $0.record = "dune"
      $0.dialog = .edit
    }
    #expect(!form.contains("name=\"clerk\""))
  }

  // MARK: Lists

  @Test(
    arguments: [
      ("Person 1", "/people?record=7&notice=saved&operation=7-lvrrgklc"),
      ("Person 120", "/people?record=7&notice=saved&operation=7-lvrrgklc&page=2"),
    ])
  func `After saving, the list shows the page with the record`(
    _ name: String, _ address: String
  ) async throws {
    let people = try await MemoryGuide(
      Dictionary(uniqueKeysWithValues: (0..<150).map { ("\($0)", Person(name: "Person \($0)")) }))
    let answer = try await people.post(
      .update, Person(name: name), id: "7", version: Person(name: "Person 7").version)
    #expect(answer.text == address)
    let added = try await people.post(.add, Person(name: name), id: "new")
    #expect(added.text.hasSuffix("page=2") == address.hasSuffix("page=2"))
  }

  /// A query, and the titles of the list with the headings of groups.
  @Test(
    arguments: [
      ("", ["# Overdue", "Godot", "Dune", "# Thisweek", "Emma", "# Later", "Faust"]),
      ("order=title", ["Dune", "Emma", "Faust", "Godot"]),
      // A missing value is the last one in any order.
      ("order=latest", ["Emma", "Dune", "Godot", "Faust"]),
      ("order=borrower", ["Dune", "Faust", "Emma", "Godot"]),
      ("order=daysLeft", ["Godot", "Dune", "Emma", "Faust"]),
      ("order=title&filter=overdueOnly", ["Dune", "Godot"]),
      ("order=title&overdue=yes", ["Dune", "Godot"]),
      ("order=title&overdue=no&returned=no", ["Emma"]),
      ("order=title&urgency=later", ["Faust"]),
      ("order=title&borrower=bo", ["Emma", "Godot"]),
      ("order=title&borrower=eve", []),
      // The names of people are searched, too.
      ("order=title&search=ada", ["Dune", "Emma", "Faust"]),
      ("order=title&search=two", ["Dune"]),
    ])
  func `The list follows its address`(_ query: String, _ titles: [String]) throws {
    let location = try RecordsLocation<Loan>(parsing: NamedValues(parsing: query.utf8))
    guard case .page(let page) = loans.root.response(at: location) else { throw TestError() }
    let rows = page.content.state.list.groups.flatMap { group in
      (group.title.map { ["# \($0)"] } ?? []) + group.rows.map(\.title)
    }
    #expect(rows == titles)
    #expect(try RecordsRoute<Loan>(parsing: Target(parsing: location.href.text)) == .page(location))
  }

  @Test func `Filters have counts, and rows badges`() throws {
    let html = try loans.html { $0.filter = "overdueOnly" }
    for part in [
      #"<a class="tag" href="/loans">All<span> 4</span></a>"#,
      #"href="/loans?filter=overdueOnly" aria-current="true">Overdue only<span> 2<"#,
      "Ada · due 3 May 2024",
      #"<span class="badge warning" dir="auto">Overdue</span>"#, "2 of 4 loans",
      #"<a href="/loans?filter=overdueOnly" aria-current="true">Overdue first</a>"#,
      #"<input type="hidden" name="filter" value="overdueOnly">"#,
    ] {
      #expect(html.contains(part), "\(part)")
    }
  }

  @Test func `A page that depends on the clock expires with the minute`() throws {
    #expect(try loans.page().expires == 1_714_806_420)
    #expect(try people.page().expires == nil)
  }

  @Test func `The details are in sections, with computed values and links`() throws {
    let html = try loans.html { $0.record = "dune" }
    for part in [
      #"<dt>Borrower</dt><dd dir="auto"><a href="/people?record=ada">Ada</a></dd>"#,
      "<h3>Time</h3>", #"<dt>Due</dt><dd dir="auto">3 May 2024</dd>"#,
      #"<dt>Handed over</dt><dd dir="auto">4 May 2024, 09:06 UTC+2</dd>"#,
      "<dt>Note</dt><dd dir=\"auto\">One.\nTwo.</dd>", #"<dt>Overdue</dt><dd dir="auto">Yes</dd>"#,
      #"<dt>Days left</dt><dd dir="auto">−1</dd>"#,
      #"<dt>Clerk</dt><dd dir="auto">front desk</dd>"#,
    ] {
      #expect(html.contains(part), "\(part)")
    }
    #expect(
      try people.html { $0.record = "bo" }.contains(#"<a href="mailto:bo@a.org">bo@a.org</a>"#))
  }

  @Test func `Each kind of field has its own input`() throws {
    let html = try loans.html { $0.dialog = .add }
    for part in [
      #"<option value="">Choose the borrower</option><option value="ada">Ada</option>"#,
      #"<option value="">Not given</option><option value="ada">Ada</option>"#,
      #"<input type="date" id="lent" name="lent" dir="auto" required value="2024-05-01">"#,
      #"<input type="date" id="due" name="due" dir="auto" aria-describedby="due-hint" value="">"#,
      #"<label><input type="checkbox" id="returned" name="returned" value="yes">Returned</label>"#,
      #"<input type="radio" name="paid" value="yes" id="paid">Yes"#,
      #"<input type="radio" name="paid" value="" checked>Not given"#,
      #"<input type="datetime-local" id="handedOver""#, #"<input type="url" id="website""#,
      #"<textarea rows="4" id="note" name="note" dir="auto""#, "<h3>Time</h3>",
    ] {
      #expect(html.contains(part), "\(part)")
    }
  }

  // MARK: References

  @Test func `A record that others refer to cannot be deleted`() async throws {
    let question = try people.html {
      $0.record = "ada"
      $0.dialog = .delete
    }
    #expect(question.contains("while other records refer to it: 2 loans."))
    #expect(!question.contains("Yes, delete"))
    let answer = try await people.post(.delete, Self.ada, id: "ada", version: Self.ada.version)
    #expect(answer.status == 409)
    #expect(people.store.snapshot.state.records["ada"] != nil)
  }

  @Test func `A deletion clears optional references`() async throws {
    let eve = Person(name: "Eve")
    #expect(try await people.post(.add, eve, id: "eve").status == 303)
    let loan = Loan(title: "Hamlet", borrower: Reference("bo"), guarantor: Reference("eve"))
    #expect(try await loans.post(.add, loan, id: "hamlet").status == 303)
    #expect(
      try await people.post(.delete, eve, id: "eve", version: eve.version).status == 303)
    #expect(loans.store.snapshot.state.records["hamlet"]?.guarantor == nil)
  }

  @Test func `Records refer to others of the same guide`() async throws {
    let asia = Place(name: "Asia")
    let places = try await MemoryGuide([
      "asia": asia, "japan": Place(name: "Japan", whole: Reference("asia")),
    ])
    let japan = try places.html { $0.record = "japan" }
    #expect(japan.contains(#"<a href="/places?record=asia">Asia</a>"#))
    let answer = try await places.post(
      .add, Place(name: "Honshu"), id: "honshu", ["whole": "japan"])
    #expect(answer.status == 303)
    #expect(
      try await places.post(.delete, asia, id: "asia", version: asia.version).status == 303)
    #expect(places.store.snapshot.state.records["japan"]?.whole == nil)
    #expect(places.store.snapshot.state.records["honshu"]?.whole == Reference("japan"))
  }

  @Test func `Many records are referred to by name`() async throws {
    let many = (0...ReferenceKind<Person>.menuLength).map {
      ("p\($0)", Person(name: "Person \($0)"))
    }
    try await people.store.dispatch(
      action: .data(
        .didChange(
          (many + [("q", Person(name: "Person 7"))]).map {
            .put(Entry(id: $0.0, record: $0.1))
          })))
    func answer(_ name: String) async throws -> String {
      try await loans.post(
        .add, Loan(title: "Hamlet \(name)"), id: "n\(name.count)", ["borrower": name]
      )
      .text
    }
    #expect(try await answer("person 12").contains("notice=added"))
    #expect(loans.store.snapshot.state.records["n9"]?.borrower == Reference("p12"))
    #expect(try await answer("p7").contains("notice=added"))
    #expect(try await answer("Person 7").contains("2 people are called “Person 7”. Enter the id."))
    #expect(
      try await answer("Nobody").contains(
        "No person is called “Nobody”. Enter the full name, or an id."))
  }

  @Test func `A change of another guide makes a page outdated`() async throws {
    let page = try loans.page()
    #expect(page.dependencies.allSatisfy { $0.isUpToDate() })
    try await people.store.dispatch(
      action: .data(.didChange([.put(Entry(id: "bo", record: Person(name: "Bob")))])))
    #expect(!page.dependencies.allSatisfy { $0.isUpToDate() })
    #expect(try loans.html().contains("Bob"))
  }
}

extension RecordsLog {
  /// Returns the changes of a record, the newest first.
  func history(of id: String) async throws -> [RecordVersion] {
    try await changes(VersionQuery(record: id))
  }
}
