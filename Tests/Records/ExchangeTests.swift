import Foundation
import HashTreeCollections
import ImmutableData
import ImmutableUI
import Markup
import Synchronization
import TestSupport
import Testing

@testable import Records

/// Exports and imports of records.
@Suite struct ExchangeTests {
  private let people: MemoryGuide<Person>
  private let loans: MemoryGuide<Loan>

  private static let dune = Loan(
    title: "=Dune", isbn: "978", copy: 1, borrower: Reference("ada"), due: Day(2024, 5, 3),
    paid: false, handedOver: Date(timeIntervalSince1970: 1_714_806_360), condition: .used,
    website: "https://example.org/a,b", note: "One.\n\"Two\"; 3,5\t=4")

  init() async throws {
    people = try await MemoryGuide([
      "ada": Person(name: "Ada"), "bo": Person(name: "Bo"), "bo2": Person(name: "Bo"),
    ])
    loans = try await MemoryGuide(
      [
        "dune": Self.dune,
        "emma": Loan(title: "Emma", borrower: Reference("bo"), guarantor: Reference("ada")),
      ], referringTo: [people.root.records])
  }

  private func export(
    _ format: RecordsFormat, of guide: MemoryGuide<Loan>,
    at query: String = ""
  ) async throws -> String {
    let location = try RecordsLocation<Loan>(parsing: NamedValues(parsing: query.utf8))
    let content = try await guide.root.content(of: ListExport(format, of: location))
    var bytes: [UInt8] = []
    for part in try content.makeParts("").bytes { bytes += part }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Posts a file.
  private func check(_ file: String, into guide: MemoryGuide<Loan>) async throws -> Answered {
    try await guide.post(.importFile, [("file", file)])
  }

  /// Returns the form of an answer, with the file that the site keeps.
  private func form(of answer: Answered, _ file: String) -> [(String, String)] {
    answer.text.matches(of: /<input type="hidden" name="([a-z]+)" value="([^"]*)"/)
      .map { (String($0.1), String($0.2)) } + [("file", file)]
  }

  /// Posts a file, and then the form of the answer.
  private func `import`(_ file: String, into guide: MemoryGuide<Loan>) async throws -> Answered {
    let check = try await check(file, into: guide)
    #expect(check.status == 200)
    return try await guide.post(.importFile, form(of: check, file))
  }

  @Test func `An export has the filter and the order of the list`() async throws {
    let all = try await export(.csv, of: loans, at: "order=title")
    let lines = all.split(separator: "\r\n")
    #expect(
      lines[0] == "\u{FEFF}id,Title,ISBN,Copy,Borrower,Guarantor,Lent,Due,Returned,Paid,"
        + "Handed over,Condition,Website,Note,Clerk,Overdue,Urgency,Days left")
    #expect(lines.count == 3)
    // The title leads to Ada; there are two called Bo.
    #expect(lines[1].hasPrefix("dune,'=Dune,978,1,Ada,,2024-05-01,2024-05-03,no,no,"))
    #expect(lines[2].hasPrefix("emma,Emma,,,bo,Ada,2024-05-01,,no,,"))
    let found = try await export(.jsonLines, of: loans, at: "search=emma")
    #expect(
      found.hasPrefix(
        #"{"id":"emma","title":"Emma","isbn":"","copy":null,"borrower":"bo","guarantor":"ada","#))
    #expect(found.contains(#""returned":false,"paid":null,"#))
    #expect(found.split(separator: "\n").count == 1)
    #expect(try await export(.csv, of: loans, at: "search=zzz").contains("id,Title"))
  }

  @Test func `A location is printed and parsed`() throws {
    for format in RecordsFormat.allCases {
      let location = RecordsLocation<Loan>().with {
        $0.search = "a b"
        $0.order = "title"
        $0.record = "dune"
        $0.page = 3
      }
      let route = RecordsRoute.export(ListExport(format, of: location))
      #expect(route.href.text == "/loans/export.\(format.rawValue)?search=a%20b&order=title")
      #expect(try RecordsRoute<Loan>(parsing: Target(parsing: route.href.text)) == route)
    }
    let long = String(repeating: "x", count: 5_000)
    #expect(throws: MalformedRequest.self) {
      try RecordsRoute<Loan>(parsing: Target(parsing: "/loans/export.csv?search=\(long)"))
    }
  }

  @Test(arguments: RecordsFormat.allCases)
  func `An export is imported again without loss`(_ format: RecordsFormat) async throws {
    let file = try await export(format, of: loans)
    let same = try await check(file, into: loans)
    #expect(same.text.contains("2 loans are there already."))
    #expect(!same.text.contains("name=\"operation\""))
    let other = try await MemoryGuide<Loan>(referringTo: [people.root.records])
    let answer = try await `import`(file, into: other)
    #expect(answer.location.hasSuffix("&notice=imported&several=2"))
    #expect(other.store.snapshot.state.records == loans.store.snapshot.state.records)
    #expect(try await other.file.history(of: "dune").map(\.kind) == [.importing])
    let notice = try other.html {
      $0.record = answer.location.split { "=&".contains($0) }.dropFirst().first.map(String.init)
      $0.notice = .imported
      $0.several = 2
    }
    #expect(notice.contains("2 loans imported"))
  }

  @Test func `Rows add and change records`() async throws {
    let file =
      "ID;title;BORROWER;lent on;colour;Overdue;Returned\r\n"
      + "emma;Emma 2;ada;;red;no;yes\r\n;Faust;Ada;;;;no\r\n"
    let check = try await check(file, into: loans)
    for part in [
      "1 loan would be added, 1 loan would be changed.",
      "“lent on” is not known, “colour” is not known, “Overdue” is computed.", "Import 2 loans",
    ] {
      #expect(check.text.contains(part))
    }
    #expect(loans.store.snapshot.state.records.count == 2)
    #expect(try await `import`(file, into: loans).status == 303)
    let records = loans.store.snapshot.state.records
    #expect(records.count == 3)
    #expect(records["emma"]?.title == "Emma 2")
    #expect(records["emma"]?.returned == true)
    // What the file does not have stays.
    #expect(records["emma"]?.guarantor == Reference("ada"))
    #expect(records.values.contains { $0.title == "Faust" })
  }

  /// Files, and the lines, columns and reasons of their problems.
  @Test(
    arguments: [
      ("title,borrower\nX,eve\n", "2", "Borrower", "eve", "Choose the borrower: Ada, Bo, Bo."),
      ("title,borrower\nX,Ada\n,Ada\n", "3", "Title", "", "Enter the title."),
      ("title\nX\n", "2", "Borrower", "", "Choose the borrower."),
      (
        "title,borrower,due\nX,Ada,2024-02-30\n", "2", "Due", "2024-02-30",
        "Enter a day like 2026-03-06."
      ),
      (
        "title,borrower,due\nX,Ada,2024-04-01\n", "2", "Due", "2024-04-01",
        "Enter a day after the loan."
      ),
      ("title,borrower,isbn\nX,Ada,978\n", "2", "ISBN", "978", "Another loan has this ISBN."),
      (
        "title,borrower,isbn\nX,Ada,1\n\nY,Ada,1\n", "4", "ISBN", "1", "Another loan has this ISBN."
      ),
      ("id,title,borrower\na,X,Ada\na,Y,Ada\n", "3", "id", "a", "Line 2 has the same id."),
      ("id,title,borrower\na b,X,Ada\n", "2", "id", "a b", "An id has 1 to 64 letters"),
      ("colour\nred\n", "1", "", "", "No column is known. Name some of: Title,"),
      (
        #"{"title":"X","borrower":"eve"}"#, "1", "Borrower", "eve",
        "Choose the borrower: Ada, Bo, Bo."
      ),
      // What other rows have is no value of this one.
      ("title,borrower\nX,Ada\nY\n", "3", "Borrower", "", "Choose the borrower."),
      (
        "{\"title\":\"X\",\"borrower\":\"ada\"}\r\n\r\n{\"title\":\"Y\"}", "3", "Borrower",
        "", "Choose the borrower."
      ),
      (
        "title,borrower,condition\nX,Ada,fine\n", "2", "Condition",
        "fine", "Choose the condition: New, Used, Torn."
      ),
      ("title,borrower,paid\nX,Ada,maybe\n", "2", "Paid", "maybe", "Choose yes or no."),
    ])
  func `A wrong value is named`(
    _ file: String, _ line: String, _ column: String, _ value: String, _ reason: String
  ) async throws {
    let answer = try await check(file, into: loans)
    #expect(answer.status == 422)
    #expect(answer.text.contains("1 row is left out."))
    #expect(
      answer.text.contains(
        "<td>\(line)</td><td dir=\"auto\">\(column)</td><td dir=\"auto\">\(value)</td>"
          + "<td dir=\"auto\">\(reason)"))
    #expect(loans.store.snapshot.state.records.count == 2)
  }

  /// Files that are no table.
  @Test(
    arguments: [
      ("", "Choose a file first."), ("title\n", "The file has no rows."),
      ("title\n\"X\n", "The quotation mark in line 2 has no counterpart."),
      ("title,note\nX,a,b\n", "Line 2 has 3 columns, but the first line names 2."),
      ("{\"title\":\"X\"}\n[1]\n", "Line 2 is not a JSON object"),
      ("{\"title\":{}}\n", "Line 1 is not a JSON object"),
      ("{\"title\":\"X\"", "Line 1 is not a JSON object"),
      ("{\"title\":[1]}", "Line 1 is not a JSON object"),
      ("\u{FEFF}{\"title\":\"X\"}\r\n\n{}}", "Line 3 is not a JSON object"),
      (
        "title" + String(repeating: ",", count: 1_000), "The file has more than 200 columns."
      ),
      (
        "title\nX" + String(repeating: ",", count: 1_000), "The file has more than 200 columns."
      ),
      (
        "{" + (0..<201).map { "\"\($0)\":1" }.joined(separator: ",") + "}",
        "The file has more than 200 columns."
      ),
      ((0..<201).map { "{\"\($0)\":1}\n" }.joined(), "The file has more than 200 columns."),
    ])
  func `A file that cannot be read says why`(_ file: String, _ reason: String) async throws {
    let answer = try await check(file, into: loans)
    #expect(answer.status == 422)
    #expect(answer.text.contains(reason))
  }

  @Test func `Rows that are there already are skipped, and known names can be chosen`()
    async throws
  {
    let before = loans.store.snapshot.state.records
    let file = "title,borrower,note\n=Dune,Ada,Other\n emma ,Ada,Mine\nFaust,Ada,\nX,eve,\n"
    let checked = try await check(file, into: loans)
    for part in [
      "1 loan would be added", "2 loans with known names can be changed. 1 row is left out.",
      "name=\"change\" value=\"2\"", "name=\"change\" value=\"3\"",
    ] {
      #expect(checked.text.contains(part), "\(part)")
    }
    let chosen = form(of: checked, file) + [("change", "3")]
    #expect(try await loans.post(.importFile, chosen).status == 303)
    let after = loans.store.snapshot.state.records
    #expect(after["dune"] == before["dune"], "it was not chosen")
    #expect(after["emma"]?.note == "Mine")
    #expect(after.count == 3)
    // The form of before, with another choice, which the question keeps.
    let other = try await loans.post(.importFile, form(of: checked, file) + [("change", "2")])
    #expect(other.text.contains("1 loan would be changed"))
    #expect(try await loans.post(.importFile, form(of: other, file)).status == 303)
    #expect(loans.store.snapshot.state.records["dune"]?.note == "Other")
    let again = try await check(file, into: loans)
    #expect(again.text.contains("3 loans are there already."))
  }

  @Test func `Of many problems the first are listed`() async throws {
    let rows = (0..<500).map { "<b>\($0)</b>,eve\n" }.joined()
    let answer = try await check("title,borrower\n" + rows, into: loans)
    #expect(answer.text.contains("500 rows are left out. The first 100 values are listed."))
    #expect(answer.text.components(separatedBy: "<tr>").count == 102)
  }

  @Test func `An import that others have overtaken is checked again`() async throws {
    let file = "id,title\nemma,Emma 2\n"
    let fields = form(of: try await check(file, into: loans), file)
    let old = try #require(loans.store.snapshot.state.records["emma"])
    var new = old
    new.isbn = "1"
    #expect(try await loans.post(.update, new, id: "emma", version: old.version).status == 303)
    // The file says nothing about the field that was changed.
    #expect(try await loans.post(.importFile, fields).status == 303)
    #expect(loans.store.snapshot.state.records["emma"]?.isbn == "1")
    #expect(loans.store.snapshot.state.records["emma"]?.title == "Emma 2")
    // Posted twice.
    #expect(try await loans.post(.importFile, fields).status == 303)
  }

  @Test(arguments: ["checked", "operation"])
  func `A damaged form is refused`(_ name: String) async throws {
    let value = String(repeating: "x", count: 65)
    await #expect(throws: MalformedRequest.self) {
      try await loans.post(.importFile, [(name, value), ("file", "title\nX\n")])
    }
  }

  /// The form of a check on another instance, or after the file was forgotten: it asks for the
  /// file, and imports it if it is the one that was checked.
  @Test func `A file that is not kept any more is asked for again`() async throws {
    let file = "id,title\nemma,Emma 2\n"
    let fields = Array(form(of: try await check(file, into: loans), file).dropLast())
    let again = try await loans.post(.importFile, fields)
    #expect(again.status == 422)
    #expect(again.text.contains("The checked file is no longer on this server"))
    #expect(again.text.contains("type=\"file\""))
    #expect(form(of: again, "").map(\.1) == fields.map(\.1) + [""])
    // Another file is checked first.
    let other = try await loans.post(.importFile, fields + [("file", "id,title\nemma,Emma 3\n")])
    #expect(other.status == 200)
    #expect(other.text.contains("1 loan would be changed."))
    #expect(loans.store.snapshot.state.records["emma"]?.title == "Emma")
    #expect(try await loans.post(.importFile, fields + [("file", file)]).status == 303)
    #expect(loans.store.snapshot.state.records["emma"]?.title == "Emma 2")
    // Sent again by a proxy, to where the file is not.
    #expect(try await loans.post(.importFile, fields).status == 303)
  }

  @Test func `A check asks the reducer`() async throws {
    struct Closed: LocalizedError { var errorDescription: String? { "The library is closed." } }
    let guide = try await MemoryGuide<Loan>(
      referringTo: [people.root.records],
      reducer: { state, action in
        if case .ui(.onTapChangeButton(let operation)) = action,
          operation.edits.contains(where: { $0.new?.title == "Late" })
        {
          throw Closed()
        }
        return try RecordsReducer.reduce(state: state, action: action)
      })
    let refused = try await check("title,borrower\nLate,Ada\n", into: guide)
    #expect(refused.status == 422)
    #expect(refused.text.contains("Nothing can be imported. The library is closed."))
    #expect(!refused.text.contains("name=\"operation\""))
    #expect(guide.store.snapshot.state.queue.isEmpty)
    #expect(try await `import`("title,borrower\nEarly,Ada\n", into: guide).status == 303)
  }

  @Test func `Values are found as pages show them`() async throws {
    let file = "TITLE , borrower ,condition,returned\n X , ADA , USED ,Yes\nY,ada,new, no \n"
    let guide = try await unnamed()
    #expect(try await `import`(file, into: guide).status == 303)
    let records = guide.store.snapshot.state.records.values.sorted { $0.title < $1.title }
    #expect(records.map(\.title) == ["X", "Y"])
    #expect(records.map(\.borrower.id) == ["ada", "ada"])
    #expect(records.map(\.condition) == [.used, .new])
    #expect(records.map(\.returned) == [true, false])
  }

  @Test func `Many rows are imported at once`() async throws {
    let rows = (0..<5_000).map { "Book \($0),Ada,\($0)\n" }.joined()
    let guide = try await unnamed()
    let answer = try await `import`("title,borrower,isbn\n" + rows, into: guide)
    #expect(answer.location.hasSuffix("notice=imported&several=5000"))
    try await eventually("all are imported") { guide.store.snapshot.state.records.count == 5_000 }
  }

  /// An import that is not done within the timeout, and the page of its operation at each step.
  @Test func `A long import shows its progress`() async throws {
    let guide = try await MemoryGuide(
      ["dune": Self.dune], referringTo: [people.root.records], timeout: .milliseconds(10),
      makeID: { "op" })
    try await guide.hang()
    let file = "id,title\ndune,Dune 2\n"
    let fields = form(of: try await check(file, into: guide), file)
    let answer = try await guide.post(.importFile, fields)
    let link = try #require(
      answer.location.wholeMatch(of: /\/loans\?record=([0-9a-f-]+)&notice=imported&several=1/))
    let operation = String(link.1)
    // Posted twice.
    #expect(try await guide.post(.importFile, fields) == answer)

    func notices(after actions: RecordsAction<Loan>.Data...) async throws -> [String] {
      for action in actions { try await guide.store.dispatch(action: .data(action)) }
      let html = try guide.html {
        $0.record = operation
        $0.notice = .imported
        $0.several = 1
      }
      return html.matches(
        of:
          /(?:Nothing|250 of 500 loans) w.*?<|Importing 1 loan|250 of 500 loans|500 loans added/
      ).map { String($0.0) }
    }
    #expect(try await notices() == ["Importing 1 loan"])
    for (outcome, reason) in [
      (EditOutcome.stale, "Someone else has changed these loans. Check them, and try again."),
      (.failure("The disk is full."), "The disk is full."),
    ] {
      #expect(
        try await notices(after: .didEnd(id: operation, outcome)) == [
          "Nothing was imported. \(reason)<"
        ])
    }
    let parts = RecordsOperation(
      id: operation, edits: (0..<500).map { RecordEdit(id: "\($0)", old: nil, new: Loan()) },
      isForSeveral: true
    ).parts
    let begun = RecordsAction<Loan>.ui(
      .onTapChangeButton(RecordsOperation(id: operation, edits: [], isForSeveral: true)))
    try await guide.store.dispatch(action: begun)
    #expect(
      try await notices(after: .didChange([.edited(parts[0])])) == [
        "Importing 1 loan", "Importing 1 loan", "250 of 500 loans",
      ])
    #expect(
      try await notices(after: .didEnd(id: operation, .failure("The disk is full."))) == [
        "250 of 500 loans were imported. The disk is full.<"
      ])
    #expect(
      try await notices(after: .didChange([.edited(parts[1])])) == ["500 loans added"])
    #expect(guide.store.snapshot.state.parts.isEmpty)
  }

  @Test func `A failed import says why`() async throws {
    let guide = try await MemoryGuide<Loan>()
    try await guide.hang()
    let edits = [RecordEdit(id: "emma", old: nil, new: Loan(title: "Emma"))]
    try await guide.store.dispatch(
      action: .ui(
        .onTapChangeButton(RecordsOperation(id: "op", edits: edits, isForSeveral: true))))
    try await guide.store.dispatch(
      action: .data(.didEnd(id: "op", .failure("The disk is full."))))
    let page = try guide.html {
      $0.record = "op"
      $0.notice = .imported
      $0.several = 1
    }
    #expect(page.contains("Nothing was imported. The disk is full."))
    #expect(page.contains("/loans?dialog=import"))
    #expect(!page.contains("1 loan imported"))
  }

  /// The program ends after some parts.
  @Test func `An import that was cut off goes on`() async throws {
    let file = "title,borrower\n" + (0..<600).map { "Book \($0),Ada\n" }.joined()
    let first = try await unnamed()
    let check = try await check(file, into: first)
    _ = try await first.post(.importFile, form(of: check, file))
    var records = first.store.snapshot.state.records
    #expect(records.count == 600)
    for number in 500..<600 {
      records = records.filter { $0.value.title != "Book \(number)" }
    }
    let second = try await MemoryGuide<Loan>(
      Dictionary(uniqueKeysWithValues: records.map { ($0, $1) }),
      referringTo: [people.root.records], makeID: { UUID().uuidString })
    let again = try await self.check(file, into: second)
    #expect(
      again.text.contains("100 loans would be added, 500 loans are there already."))
    let answer = try await second.post(.importFile, form(of: again, file))
    #expect(answer.location.hasSuffix("&notice=imported&several=100"))
    #expect(
      second.store.snapshot.state.records == first.store.snapshot.state.records)
    // A file that the site has kept while its visitor signed in is checked first.
    let kept = try await second.post(
      .importFile, form(of: again, file).filter { $0.0 != "operation" })
    #expect(kept.text.contains("600 loans are there already."))
    // From now on it is imported anew, and the form of before is a copy.
    #expect(
      try await self.check(file, into: second).text.contains("600 loans are there already."))
    #expect(
      try await second.post(.importFile, form(of: check, file)).location == "/loans")
    #expect(second.store.snapshot.state.records.count == 600)
  }

  /// Returns a guide whose records get different ids.
  private func unnamed() async throws -> MemoryGuide<Loan> {
    try await MemoryGuide<Loan>(
      referringTo: [people.root.records], makeID: { UUID().uuidString })
  }
}
